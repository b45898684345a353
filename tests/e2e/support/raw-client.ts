import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { toShownHeaders } from '../../../lib/dto/shown-account';
import type { Session } from '../../../lib/dto/session';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { toMultipart } from '../../helpers/pictures';

export type RawAnswer = { status: number; location: string; headers: IncomingHttpHeaders; body: string };
type Form = ReturnType<typeof toMultipart>;
type Options = { method?: string; headers?: Record<string, string>; json?: unknown; form?: Form };
type Refused = { error?: { code: string; params?: { ticket?: string; ways?: string } } };

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
/** A page that streams for ever must not hold a test up. */
const TIMEOUT_MS = 60_000;

/** A number of a request that nobody sent before. */
export const newId = () => crypto.randomUUID().replaceAll('-', '');

/** A client that sends paths exactly as they are written (no normalising), follows no redirect, and keeps cookies. */
export class RawClient {
  readonly cookies = new Map<string, string>();
  private account: PrivateKeyAccount | null = null;

  /** `origin`: another app than the product under test. `userAgent`: what the device says of itself. */
  constructor(
    private readonly origin = process.env.E2E_ORIGIN ?? '',
    private readonly userAgent: string | null = null,
  ) {}

  ask(path: string, { method = 'GET', headers = {}, json, form }: Options = {}): Promise<RawAnswer> {
    const origin = new URL(this.origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const type = form?.type ?? (json === undefined ? null : 'application/json');
    const agentHeader = this.userAgent === null ? {} : { 'user-agent': this.userAgent };
    const own = { ...agentHeader, ...(cookie && { cookie }), ...(type !== null && { origin: origin.origin, 'content-type': type }) };
    return new Promise((resolve, reject) => {
      const options = { host: origin.hostname, port: origin.port, path, method, headers: { ...own, ...headers }, agent };
      const sent = request(options, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) this.keep(line);
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (body += chunk));
        const { statusCode: status = 0, headers } = response;
        response.on('end', () => resolve({ status, location: headers.location ?? '', headers, body }));
        response.on('error', reject);
      });
      sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`${method} ${path} did not end`)));
      sent.on('error', reject);
      sent.end(form?.body ?? (json === undefined ? undefined : JSON.stringify(json)));
    });
  }

  /** As `ask`, and goes on where the framework only wants its own `_rsc` mark in the address of a router request. */
  async askAsRouter(path: string, options: Options = {}): Promise<RawAnswer> {
    const answer = await this.ask(path, options);
    const isOwnMark = /^\/(?!\/).*[?&]_rsc(=|&|$)/.test(answer.location);
    return isOwnMark ? this.ask(answer.location, options) : answer;
  }

  get<T>(path: string): Promise<{ status: number; data: T }> {
    return this.ask(path).then(({ status, body }) => ({ status, data: JSON.parse(body) as T }));
  }

  /** Writes as a screen does that was drawn just now. */
  post<T>(path: string, json: unknown): Promise<{ status: number; data: T }> {
    return this.write<T>(path, { json });
  }

  /** The same where it has to succeed; what the exchange wants confirmed is confirmed by the wallet that signed in. */
  async must<T>(path: string, json: object): Promise<T> {
    const first = await this.post<T & Refused>(path, json);
    const { ticket, ways = '' } = (first.data.error?.code === 'STEP_UP_REQUIRED' && first.data.error.params) || {};
    if (ticket !== undefined) await this.confirm(ticket, ways);
    const { status, data } = ticket === undefined ? first : await this.post<T & Refused>(path, json);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(data)}`);
    return data;
  }

  /** Gives a picture, and returns its id. */
  async upload(picture: Buffer): Promise<string> {
    const { status, data } = await this.write<{ id: string }>('/api/pictures', { form: toMultipart(picture) });
    if (status !== 200) throw new Error(`the picture was answered with ${status}: ${JSON.stringify(data)}`);
    return data.id;
  }

  /** Signs a new wallet in, on the demo account; returns its address. */
  async signIn(): Promise<string> {
    const account = privateKeyToAccount(generatePrivateKey());
    this.account = account;
    const { data } = await this.post<{ message: string }>('/api/session/wallet/message', { address: account.address, chainId: 1 });
    const signature = await account.signMessage({ message: data.message });
    const { status } = await this.post('/api/session/wallet', { message: data.message, signature });
    if (status !== 200) throw new Error(`sign-in answered ${status}`);
    return account.address;
  }

  private async write<T>(path: string, what: Pick<Options, 'json' | 'form'>): Promise<{ status: number; data: T }> {
    const { user } = (await this.get<Session>('/api/session')).data;
    const { status, body } = await this.ask(path, { method: 'POST', ...what, headers: user === null ? {} : toShownHeaders(user) });
    return { status, data: JSON.parse(body) as T };
  }

  /** Confirms by one of `ways`, which are joined by commas. */
  protected async confirm(ticket: string, _ways: string): Promise<void> {
    const way = 'wallet';
    const { data } = await this.post<{ message: string }>('/api/step-up/start', { ticket, way, chainId: 1 });
    const signature = await this.account?.signMessage({ message: data.message });
    const { status } = await this.post('/api/step-up', { ticket, way, message: data.message, signature });
    if (status !== 200) throw new Error(`the confirmation was answered with ${status}`);
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const cut = pair.indexOf('=');
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)];
    if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
