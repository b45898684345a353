import { Pool } from 'undici';

export type Line = { get(path: string, headers?: Record<string, string>): Promise<string>; close(): Promise<void> };

/** Opens so many kept-alive connections to a server; `get` answers with the body. @throws Error for any status but 200 */
export function openLine(origin: string, connections: number): Line {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return {
    async get(path, headers = {}) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path}: HTTP ${statusCode} ${text.slice(0, 200)}`);
      return text;
    },
    close: () => pool.close(),
  };
}
