import type { Endpoint } from '../../../lib/api/define';
import { ENDPOINTS } from '../../../lib/api/endpoints';
import { type ShownAccount, toShownHeaders } from '../../../lib/dto/shown-account';
import { serveApi } from '../../../lib/bff/dispatch';
import { buildOpenApi } from '../../../lib/bff/openapi';
import { type ApiDocument, readExamples } from '../../helpers/example-input';

/** `shown` is the account that the screen shows; null says nothing of it. */
export type Ask = (name: string, values: Record<string, unknown>, shown?: ShownAccount | null) => Promise<Response>;

const ORIGIN = 'http://localhost:3000';
/** Whom the sessions of these tests belong to. */
export const MEMBER = { userId: '7', username: 'ada', mode: 'demo' } as const;

/** The cookies of the browser that asks. */
export const jar = new Map<string, string>();

/** Returns a function that asks an endpoint by its name as a browser does, straight at the one handler of the API. */
export const askHandler: Ask = (name, values, shown = MEMBER) => {
  const endpoint = ENDPOINTS.find(({ id }) => id === name);
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
  const { method, path: pattern } = endpoint;
  const params = Object.fromEntries(Object.entries(values).filter(([key]) => pattern.includes(`{${key}}`))) as Record<string, string>;
  const path = Object.entries(params).reduce((filled, [key, value]) => filled.replace(`{${key}}`, value), pattern);
  const rest = Object.entries(values).filter(([key]) => !(key in params)) as [string, string][];
  const headers = {
    ...(shown === null ? {} : toShownHeaders(shown)),
    'content-type': 'application/json',
    origin: ORIGIN,
    host: 'localhost:3000',
    'sec-fetch-site': 'same-origin',
    cookie: [...jar].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; '),
  };
  const request =
    method === 'GET'
      ? new Request(`${ORIGIN}${path}?${new URLSearchParams(rest)}`, { headers })
      : new Request(ORIGIN + path, { method, ...writeBody(endpoint, rest, headers) });
  return serveApi(request, { params: Promise.resolve({ rest: path.split('/').slice(2) }) });
};

/** A form with a picture where the endpoint takes one, else JSON. */
function writeBody(
  endpoint: Endpoint,
  values: [string, string][],
  { 'content-type': type, ...headers }: Record<string, string>,
): RequestInit {
  if (endpoint.method !== 'POST' || endpoint.upload !== true) {
    return { headers: { ...headers, 'content-type': type ?? '' }, body: JSON.stringify(Object.fromEntries(values)) };
  }
  const form = new FormData();
  for (const [name, value] of values) form.set(name, name === 'file' ? new Blob([new Uint8Array([0xff, 0xd8, 0xff])]) : value);
  return { headers, body: form };
}

/** One valid input for every endpoint, made from the API document. */
export const INPUTS = readExamples(buildOpenApi() as ApiDocument);
