import { AppError } from '../errors/app-error';
import { findUnstorable, isStorable } from '../protocol/storable-text';

/** No form of the app comes near it; pictures have an endpoint of their own. */
export const BODY_BYTES_MAX = 32 * 1024;
/** Our deepest input is an object of plain values. */
const DEPTH_MAX = 8;

async function readBounded(request: Request, bytesMax: number): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > bytesMax) throw new AppError('REQUEST_TOO_LARGE');
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > bytesMax) {
      await reader.cancel();
      throw new AppError('REQUEST_TOO_LARGE');
    }
    chunks.push(part.value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new AppError('REQUEST_INVALID', { detail: 'not UTF-8', cause });
  }
}

/**
 * Refuses JSON in which an object names a key twice, or that is nested deeper than any input: readers that take the first and readers that
 * take the last would see different requests. `text` is valid JSON.
 * @throws REQUEST_INVALID
 */
export function refuseDuplicateKeys(text: string): void {
  const open: Array<Set<string> | null> = [];
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g);
  for (const [token, colon] of tokens) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      if (open.length > DEPTH_MAX) throw new AppError('REQUEST_INVALID', { detail: 'nested too deep' });
    } else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) throw new AppError('REQUEST_INVALID', { field: key.slice(0, 64), detail: 'duplicate key' });
      keys?.add(key);
    }
  }
}

/** Text that no database keeps as it is would be another one behind the border. @throws REQUEST_INVALID with the field */
function refuseUnstorable(value: unknown): void {
  const field = findUnstorable(value);
  if (field !== null)
    throw new AppError('REQUEST_INVALID', {
      detail: 'a text that can not be kept',
      ...(field === '' ? {} : { field: field.slice(0, 64) }),
    });
}

/** Returns the JSON value in a request's body of at most `bytesMax`. @throws REQUEST_UNSUPPORTED, REQUEST_TOO_LARGE, REQUEST_INVALID */
export async function readJson(request: Request, bytesMax = BODY_BYTES_MAX): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('REQUEST_UNSUPPORTED');
  const text = await readBounded(request, bytesMax);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('REQUEST_INVALID', { detail: 'not JSON', cause });
  }
  refuseDuplicateKeys(text);
  refuseUnstorable(value);
  return value;
}

/** Returns the query's parameters. @throws REQUEST_INVALID when one is named twice, or holds NUL */
export function readQuery(params: URLSearchParams): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of params) {
    if (Object.hasOwn(query, name)) throw new AppError('REQUEST_INVALID', { field: name.slice(0, 64), detail: 'duplicate parameter' });
    if (!isStorable(name) || !isStorable(value))
      throw new AppError('REQUEST_INVALID', { field: name.slice(0, 64), detail: 'a text that can not be kept' });
    query[name] = value;
  }
  return { ...query };
}
