import { randomUUID } from 'node:crypto';
import { BFF_KEY } from './exchange-process';
import { toMultipart } from './pictures';
import { signLogin, walletOf } from './test-wallet';

export type LegacyAnswer = { status: number; info: unknown; url: unknown; code?: string; state?: number; params?: Record<string, string> };
type Fields = Record<string, string>;

/** How long a client goes on asking for what a busy machine did not do in its time. */
const PATIENCE_MS = 180_000;
const RETRY_MS = 50;
/** Nothing was done, because the machine was too busy to do it in time, to hear of prices, or to hash a password. */
const LATE_CODES = new Set(['NOT_DONE_IN_TIME', 'MARKET_STALE', 'SIGN_IN_BUSY']);
/** The same right after what took too long. */
const HELD_BACK_CODES = new Set(['RATE_LIMITED', 'MARKET_BUSY']);

/** Speaks the wire of the exchange as the backend-for-frontend does: form fields, its key, one session cookie. */
export class LegacyClient {
  cookie = '';
  /** `isPatient`: what was certainly not done, because the machine was too busy for it, is sent again as it was. */
  constructor(
    readonly base: string,
    private readonly isPatient = true,
  ) {}

  send(method: string, path: string, fields: Fields = {}): Promise<LegacyAnswer> {
    return this.untilDone(() => this.sendOnce(method, path, fields));
  }

  private async untilDone(send: () => Promise<LegacyAnswer>): Promise<LegacyAnswer> {
    let wasLate = false;
    for (const until = Date.now() + PATIENCE_MS; ; ) {
      const answer = await send();
      const { code = '' } = answer;
      wasLate ||= LATE_CODES.has(code);
      const isOpen = LATE_CODES.has(code) || (wasLate && HELD_BACK_CODES.has(code));
      if (!isOpen || !this.isPatient || Date.now() > until) return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  private async sendOnce(method: string, path: string, fields: Fields): Promise<LegacyAnswer> {
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
  upload(path: string, file: Buffer, fields: Fields = {}): Promise<LegacyAnswer> {
    return this.untilDone(() => this.uploadOnce(path, file, fields));
  }

  private async uploadOnce(path: string, file: Buffer, fields: Fields): Promise<LegacyAnswer> {
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
