import 'server-only';
import { Agent, request } from 'undici';
import { AppError } from '../errors/app-error';
import { STREAM_PATH } from '../protocol/extensions';
import { configuredTarget, detectCapabilities } from './call-legacy';
import { tlsOptionsOf } from './tls-options';

const CONNECT_TIMEOUT_MS = 5_000;
/** A stream has no end: only its head is timed here, its silence by whoever reads it. */
let agent: Agent | null = null;
function agentOf(caFile: string | null): Agent {
  agent ??= new Agent({
    ...{ bodyTimeout: 0, headersTimeout: CONNECT_TIMEOUT_MS },
    connect: { timeout: CONNECT_TIMEOUT_MS, ...tlsOptionsOf(caFile) },
  });
  return agent;
}

/** Opens the exchange's event stream. @throws LEGACY_UNREACHABLE when it is not there or answers with anything else */
export async function openLegacyStream(input: { lastId: string | null; signal: AbortSignal }): Promise<AsyncIterable<Uint8Array>> {
  const target = configuredTarget();
  const { key } = await detectCapabilities(target, CONNECT_TIMEOUT_MS);
  const headers: Record<string, string> = { accept: 'text/event-stream', 'x-bff-key': key };
  if (input.lastId !== null) headers['last-event-id'] = input.lastId;
  try {
    const response = await request(target.baseUrl + STREAM_PATH, {
      dispatcher: agentOf(target.caFile ?? null),
      headers,
      signal: input.signal,
    });
    const type = String(response.headers['content-type'] ?? '');
    if (response.statusCode === 200 && type.startsWith('text/event-stream')) return response.body;
    await response.body.dump();
    throw new AppError('LEGACY_UNREACHABLE', { detail: `stream: HTTP ${response.statusCode} ${type.slice(0, 40)}` });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('LEGACY_UNREACHABLE', { detail: 'stream', cause });
  }
}
