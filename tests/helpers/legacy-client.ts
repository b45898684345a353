import { randomUUID } from 'node:crypto';
import { BFF_KEY } from './exchange-process';
import { toMultipart } from './pictures';
import { signLogin, walletOf } from './test-wallet';

export type LegacyAnswer = { status: number; info: unknown; url: unknown; code?: string; state?: number; params?: Record<string, string> };
type Fields = Record<string, string>;

/** Speaks the wire of the exchange as the backend-for-frontend does: form fields, its key, one session cookie. */
export class LegacyClient {
  cookie = '';
  constructor(readonly base: string) {}

  async send(method: string, path: string, fields: Fields = {}): Promise<LegacyAnswer> {
    const response = await this.sendRaw(method, path, new URLSearchParams(fields).toString());
    if (response.status !== 200) throw new Error(`${method} ${path}: HTTP ${response.status}`);
    const [first] = response.headers.getSetCookie();
    if (first) this.cookie = first.split(';')[0] ?? '';
    return (await response.json()) as LegacyAnswer;
  }

  /** Sends an encoded form as it stands, in the query of a GET and the body of a POST. */
  sendRaw(method: string, path: string, form: string): Promise<Response> {
    const query = method === 'GET' && form !== '' ? `?${form}` : '';
    return fetch(`${this.base}/${path.replace(/^\//, '')}${query}`, {
      method,
      headers: { 'x-bff-key': BFF_KEY, cookie: this.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: method === 'POST' ? form : undefined,
    });
  }

  /** Sends a picture as a form does. */
  async upload(path: string, file: Buffer, fields: Fields = {}): Promise<LegacyAnswer> {
    const { body, type } = toMultipart(file, fields);
    const headers = { 'x-bff-key': BFF_KEY, cookie: this.cookie, 'content-type': type };
    const response = await fetch(`${this.base}/${path.replace(/^\//, '')}`, { method: 'POST', headers, body: new Uint8Array(body) });
    return (await response.json()) as LegacyAnswer;
  }

  /** Signs in with the wallet of a name, or switches to its other account. */
  async signIn(name: string, mode: 'real' | 'demo' = 'demo'): Promise<void> {
    const signed = await signLogin(walletOf(name), Date.now());
    const answer = await this.send('GET', '/Login/walletLogin', { ...signed, ip: '127.0.0.1', is_cs: mode === 'demo' ? '1' : '0' });
    if (answer.status !== 1) throw new Error(`sign-in refused: ${JSON.stringify(answer)}`);
  }
}

export function newRequestId(): string {
  return randomUUID();
}

/** The name of a wallet, different for every `n`. */
export function addressOf(n: number): string {
  return `0x${n.toString(16).padStart(40, '0')}`;
}
