import 'server-only';
import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { getEnv } from '../env';
import { isMarked, mark } from '../errors/own-kind';
import type { OperatorEndpoint } from '../operator/define';
import { readAnswer } from '../operator/read-answer';
import { DEVICE_HEADER } from '../operator/sign-in';
import { makeServiceProof } from '../protocol/service-proof';
import { readIp } from '../security/callers';
import { consoleCookie } from './cookie';

/** An act may wait for locks and hash a password; what takes longer than this failed. */
const TIMEOUT_MS = 20_000;
/** As the exchange makes them. Whatever else a cookie holds may not even be written into a header. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** What the exchange refused, in its own sentence. `status` is that of HTTP. */
export class ConsoleRefusal extends Error {
  static override [Symbol.hasInstance](value: unknown): value is ConsoleRefusal {
    return isMarked(value, 'console-refusal');
  }
  override name = 'ConsoleRefusal';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    mark(this, 'console-refusal');
  }
}

/** Returns the console's settings. In the public app there is no console: every page and handler of it answers "not found" by this line. */
export function requireConsole(): { key: string; exchangeUrl: string } {
  return getEnv().console ?? notFound();
}

/** Who asks: the token of their session, empty where nobody is signed in, the address they ask from, and the device that their browser keeps, at a sign-in. */
type ConsoleCaller = { token: string; from: string | null; device?: string };

/** Reads who asks. It belongs to the request: what goes on after the answer began, such as a file's next page, keeps it. */
export async function readCaller(): Promise<ConsoleCaller> {
  const token = (await cookies()).get(consoleCookie(getEnv().isHttps))?.value ?? '';
  return { token: TOKEN.test(token) ? token : '', from: readIp({ headers: await headers() }) };
}

/** Asks the operators' surface of the exchange and returns the answer unread. @throws ConsoleRefusal */
export async function askByName(name: string, input: unknown, { token, from, device }: ConsoleCaller): Promise<unknown> {
  const { key, exchangeUrl } = requireConsole();
  const { publicOrigin } = getEnv();
  let answer: Response;
  try {
    answer = await fetch(`${exchangeUrl}/${name}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-console-key': makeServiceProof('console', key, Date.now()) },
        ...(publicOrigin === null ? {} : { 'x-console-origin': publicOrigin }),
        // The log says from where somebody acted.
        ...(from === null ? {} : { 'x-operator-from': from }),
        ...(token === '' ? {} : { 'x-operator-session': token }),
        ...(device === undefined ? {} : { [DEVICE_HEADER]: device }),
      },
      body: JSON.stringify(input),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new ConsoleRefusal(
      503,
      'UNREACHABLE',
      `The exchange doesn't answer${cause instanceof Error ? ` (${cause.name})` : ''}: is it running?`,
    );
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return (body as { data?: unknown } | null)?.data;
  const refusal = refusalSchema.safeParse(body);
  if (refusal.success) throw new ConsoleRefusal(answer.status, refusal.data.error.code, refusal.data.error.message);
  throw new ConsoleRefusal(502, 'UNREADABLE', 'The exchange answered something else: does it have the same CONSOLE_KEY?');
}

/** Asks an endpoint for a page. Without a session it leads to the sign-in. @throws ConsoleRefusal */
export async function ask<Input, Output>(endpoint: OperatorEndpoint<Input, Output>, input: Input): Promise<Output> {
  try {
    return readAnswer(endpoint, await askByName(endpoint.name, input, await readCaller()));
  } catch (error) {
    if (error instanceof ConsoleRefusal && error.code === 'SESSION_REQUIRED') redirect('/operator/sign-in');
    if (error instanceof ConsoleRefusal && error.code === 'NOT_FOUND') notFound();
    throw error;
  }
}
