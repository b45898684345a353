import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OPERATOR_BODY_BYTES_MAX } from '../../lib/operator/define';
import { DEVICE_HEADER } from '../../lib/operator/sign-in';
import { isServiceProof } from '../../lib/protocol/service-proof';
import { findUnstorable } from '../../lib/protocol/storable-text';
import { CommitOutcomeUnknown } from '../platform/db';
import { DomainError } from '../platform/domain-error';
import { ActionRefused } from '../modules/operators/operators';
import type { Desk } from './desk';
import { COMMAND_LINE } from './ask-exchange';
import { answerEndpoint, findEndpoint } from './surface';

/** No path of the legacy API begins like this, and no proxy passes it on: the exchange listens on loopback alone. */
export const OPERATOR_BASE = '/operator';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** No endpoint has a longer name. */
const ENDPOINT_LENGTH_MAX = 100;
const STATUS: Partial<Record<string, number>> = {
  SESSION_REQUIRED: 401,
  SIGN_IN_REFUSED: 401,
  KEY_UNKNOWN: 401,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
};

/** Refusals of somebody who is not who they should be, or may not: each is a line of the log. */
const LOGGED: readonly string[] = ['SIGN_IN_REFUSED', 'KEY_UNKNOWN', 'NOT_ALLOWED'];

const headerOf = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Adds the operators' surface: `POST /operator/<endpoint>`, JSON in and out. Whoever doesn't prove the console's secret is told what an unknown
 * address is told. Without a secret in the settings there is no such surface.
 */
export function addOperatorRoutes(app: FastifyInstance, desk: Desk): void {
  const { consoleKey } = desk.env;
  if (consoleKey === null) return;
  app.post(`${OPERATOR_BASE}/*`, { bodyLimit: OPERATOR_BODY_BYTES_MAX }, async (request, reply) => {
    const endpoint = (request.params as { '*': string })['*'].slice(0, ENDPOINT_LENGTH_MAX);
    const given = headerOf(request, 'x-console-key');
    if (!isServiceProof('console', { given, key: consoleKey, now: desk.clock.now() })) {
      desk.log.warn({ code: 'CONSOLE_KEY', endpoint }, 'an operator was refused');
      return send(reply, 404, refusal('NOT_FOUND', 'Not found.'));
    }
    try {
      const served = findEndpoint(endpoint);
      if (served === null) return send(reply, 404, refusal('NOT_FOUND', 'There is no such endpoint.'));
      const token = headerOf(request, 'x-operator-session');
      const input = readJson(request.body);
      const origin = readOrigin(headerOf(request, 'x-console-origin'));
      const from = readFrom(headerOf(request, 'x-operator-from'));
      const device = headerOf(request, DEVICE_HEADER) || null;
      const data = await answerEndpoint(desk, { served, token: TOKEN.test(token) ? token : '', input, origin, from, device });
      return send(reply, 200, { data });
    } catch (error) {
      if (error instanceof ActionRefused) {
        if (LOGGED.includes(error.code)) desk.log.warn({ code: error.code, endpoint }, 'an operator was refused');
        return send(reply, STATUS[error.code] ?? 409, refusal(error.code, error.message));
      }
      // A rule of the product refused the action.
      if (error instanceof DomainError && error.code !== 'REQUEST_PENDING')
        return send(reply, 409, refusal(error.code, `It can't be done: ${error.message}.`));
      desk.log.error({ err: error, requestId: request.id }, 'an endpoint of operators failed');
      return send(reply, 500, refusal('INTERNAL', `${sayFault(error)} The log of the exchange says why, under ${request.id}.`));
    }
  });
}

/** A transaction that failed left nothing; of one whose commit was not answered nobody knows. */
function sayFault(error: unknown): string {
  const isUnknown = error instanceof CommitOutcomeUnknown || error instanceof DomainError;
  return isUnknown
    ? 'No answer came back, and it may have been done: look before you ask for it again.'
    : 'It failed; nothing was changed.';
}

const refusal = (code: string, message: string) => ({ error: { code, message } });

/** Where the console is for browsers; who proves its secret is believed. */
function readOrigin(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}

/** Where an operator is, as the console or the command line says that proves its secret; null: neither says. */
function readFrom(text: string): string | null {
  return isIP(text) !== 0 || text === COMMAND_LINE ? text : null;
}

function readJson(body: unknown): unknown {
  const input = parseJson(typeof body === 'string' ? body : '');
  const place = findUnstorable(input);
  if (place === null) return input;
  throw new ActionRefused(
    'INPUT_INVALID',
    `${place || 'input'}: it holds a character that no text keeps (NUL, or half of a pair): type it anew.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ActionRefused('INPUT_INVALID', 'The request is not JSON.');
  }
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}
