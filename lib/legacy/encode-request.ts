import type { Call } from '../protocol/define-call';

export type EncodedRequest = { method: 'GET' | 'POST'; path: string; body: string | null };

/**
 * Returns method, path with query and form body for a call. Fields that the path names go into the path; the others go into the query of
 * a GET or the form of a POST. Absent ones are left out.
 */
export function encodeRequest(call: Call, fields: Readonly<Record<string, string | undefined>>): EncodedRequest {
  const rest = new Map(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const path = call.path.replace(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = rest.get(name) ?? '';
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const form = new URLSearchParams([...rest]).toString();
  if (call.method === 'POST') return { method: 'POST', path: rooted, body: form };
  return { method: 'GET', path: form === '' ? rooted : `${rooted}?${form}`, body: null };
}
