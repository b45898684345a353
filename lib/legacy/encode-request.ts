import { randomUUID } from 'node:crypto';
import type { Call } from '../protocol/define-call';

export type EncodedRequest = { method: 'GET' | 'POST'; path: string; body: string | Buffer | null; type: string | null };

/**
 * Returns method, path with query and form body for a call. Fields that the path names go into the path; the others go into the query of
 * a GET or the form of a POST, beside the file of one that has a file. Absent ones are left out. `isPosted`: the backend takes calls that carry
 * secrets (`Call.isPosted`) as POST.
 */
export function encodeRequest(
  call: Call,
  fields: Readonly<Record<string, string | undefined>>,
  { file, isPosted = false }: { file?: Uint8Array | undefined; isPosted?: boolean | undefined } = {},
): EncodedRequest {
  const rest = new Map(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const path = call.path.replace(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = rest.get(name) ?? '';
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const rooted = path.startsWith('/') ? path : `/${path}`;
  if (call.encoding === 'multipart') return { method: 'POST', path: rooted, ...writeForm(rest, file ?? new Uint8Array()) };
  const form = new URLSearchParams([...rest]).toString();
  if (call.method === 'POST' || (isPosted && call.isPosted))
    return { method: 'POST', path: rooted, body: form, type: 'application/x-www-form-urlencoded' };
  return { method: 'GET', path: form === '' ? rooted : `${rooted}?${form}`, body: null, type: null };
}

/** Returns a form with a file under the name `file`: of whoever gave it nothing goes along but its bytes. */
function writeForm(fields: ReadonlyMap<string, string>, file: Uint8Array): { body: Buffer; type: string } {
  const boundary = `candor-${randomUUID()}`;
  const parts = [...fields].map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="picture"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
