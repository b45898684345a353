import { Secret, TOTP } from 'otpauth';
import { createSoftwarePasskey } from '../../helpers/software-passkey';
import { openOwnAccount, type OwnAccount, PASSWORD } from './own-account';
import { RawClient } from './raw-client';

const PERIOD_MS = 30_000;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';
export const PHRASE = 'blue kettle 7';
const LOCK_DAYS = 7;

/** Somebody with a password who confirms the making of a passkey by a mailed code, and all else by that passkey: one address has a code a minute. */
class SecuredClient extends RawClient {
  owner: OwnAccount = { username: '', email: '' };
  readonly passkey = createSoftwarePasskey('localhost', process.env.E2E_ORIGIN);

  protected override async confirm(ticket: string, ways: string): Promise<void> {
    const way = ways.split(',').includes('passkey') ? 'passkey' : 'mail';
    const { data } = await this.post<{ options: string | null }>('/api/step-up/start', { ticket, way });
    const proof = way === 'passkey' ? { passkey: this.passkey.sign(data.options ?? '') } : { code: await this.readCode() };
    const { status, data: said } = await this.post('/api/step-up', { ticket, way, ...proof });
    if (status !== 200) throw new Error(`the confirmation was answered with ${status}: ${JSON.stringify(said)}`);
  }

  /** The newest mailed code: what was changed before may be told of after it. */
  private async readCode(): Promise<string> {
    const { data } = await this.get<{ mails: { text: string }[] }>(`/api/outbox?to=${this.owner.email}`);
    return data.mails.map(({ text }) => /code is (\d{6})/.exec(text)?.[1]).find((code) => code !== undefined) ?? '';
  }
}

/** What a guarded member signs in with elsewhere. `codeOf`: the authenticator's code so many periods from now. */
export type SecuredKeys = { account: OwnAccount; recovery: readonly string[]; codeOf: (periods: number) => string };

/**
 * Makes a member whose account has all that protects one: a phrase in its mails, a passkey, an authenticator of whose recovery codes two are used, sessions
 * on three kinds of devices, and settings that are locked for a week.
 */
export async function makeSecuredMember(): Promise<{
  cookies: ReadonlyMap<string, string>;
  ids: Readonly<Record<string, string>>;
  keys: SecuredKeys;
}> {
  const client = new SecuredClient(undefined, IPHONE);
  await client.must('/api/wallet-found', {});
  client.owner = await openOwnAccount('guarded', client);
  const { username } = client.owner;
  await client.must('/api/session/password', { username, password: PASSWORD });
  const made = await client.must<{ options: string }>('/api/security/passkeys/begin', {});
  await client.must('/api/security/passkeys/add', { name: 'iPhone', response: client.passkey.create(made.options) });
  await client.must('/api/protection/phrase', { phrase: PHRASE });
  const begun = await client.must<{ secret: string }>('/api/security/authenticator/begin', {});
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  const codeOf = (periods: number) => totp.generate({ timestamp: Date.now() + periods * PERIOD_MS });
  const { recovery } = await client.must<{ recovery: string[] }>('/api/security/authenticator/bind', { code: codeOf(-1) });
  for (const [index, agent] of [WINDOWS, ANDROID].entries()) {
    await new RawClient(undefined, agent).must('/api/session/password', { username, password: PASSWORD, code: recovery[index] });
  }
  await client.must('/api/protection/lock', { days: LOCK_DAYS });
  return { cookies: client.cookies, ids: {}, keys: { account: client.owner, recovery: recovery.slice(2), codeOf } };
}
