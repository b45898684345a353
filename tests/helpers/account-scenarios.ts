import { setTimeout as sleep } from 'node:timers/promises';
import { solveChallenge } from '../../components/auth/solve-challenge';
import { codeAt, readSecret } from '../../exchange/platform/totp';
import type { Challenge } from '../../lib/dto/session';
import type { Mode } from '../../lib/protocol/wire';
import { qualify } from './call-examples';
import { addressOf, type LegacyAnswer, LegacyClient, newRequestId } from './legacy-client';
import { makePicture } from './pictures';
import { signLogin, walletOf } from './test-wallet';

/** A sandbox approves an identity after half a minute and pays a loan out after twenty seconds; with a tenth of a processor it takes minutes. */
const WAIT_MS = 600_000;
const LOOK_MS = 500;
const MONEY_MIN = 1_000;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PASSWORD = 'correct horse battery';

/** One person on one account: whoever and whichever account an example signs in as, it is this one, with money to spend. */
export class AccountClient extends LegacyClient {
  constructor(
    base: string,
    readonly mode: Mode,
    readonly wallet: string,
  ) {
    super(base);
  }

  override async signIn(): Promise<void> {
    await super.signIn(this.wallet, this.mode);
    if (this.mode === 'demo') return;
    const { info } = await this.send('GET', '/user/getbanlance', { coin: 'USDT' });
    if (Number((info as { available: string }).available) >= MONEY_MIN) return;
    await this.send('POST', '/x/faucet', { coin: 'USDT', request_id: newRequestId() });
  }

  /** Makes a call; where it has to be confirmed, the wallet confirms it and it is made again. */
  async confirmed(method: string, path: string, fields: Record<string, string> = {}): Promise<LegacyAnswer> {
    const refusal = await this.send(method, path, fields);
    if (refusal.code !== 'STEP_UP_REQUIRED') return refusal;
    const ticket = refusal.params?.ticket ?? '';
    const { info } = await this.send('POST', '/x/step-up-start', { ticket, way: 'wallet' });
    const { statement, nonce } = info as { statement: string; nonce: string };
    const { message, signature } = await signLogin(walletOf(this.wallet), Date.now(), { statement, nonce });
    await this.send('POST', '/x/step-up', { ticket, way: 'wallet', message, signature });
    return this.send(method, path, fields);
  }
}

/** Answers of calls that need what a person does beside them (a mailed code, a wallet's signature, a review), by the id of the call. */
export type ScenarioAnswers = Map<string, LegacyAnswer>;

/** Walks them all on one account. `n` tells the people of two walks apart. */
export async function runAccountScenario(base: string, { mode, n }: { mode: Mode; n: number }): Promise<ScenarioAnswers> {
  const member = new AccountClient(base, mode, addressOf(n));
  await member.signIn();
  const answers: ScenarioAnswers = new Map();
  await signUp(base, { mode, answers });
  await bindFactor(new AccountClient(base, mode, addressOf(n + 1)), answers);
  await verify(member, answers);
  await borrow(member, answers);
  const withdrawal = { amount: '100', addr: ADDRESS, qianbao: ADDRESS, tbchannel: 'USDT_ERC20', request_id: newRequestId() };
  answers.set('withdrawals.apply', await member.confirmed('POST', '/Exchange/shenqing', withdrawal));
  answers.set('option.place', await buySeconds(member));
  return answers;
}

async function readCode(client: LegacyClient, email: string): Promise<string> {
  const { info } = await client.send('GET', '/x/outbox', { to: email });
  const [mail] = info as { text: string }[];
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

async function signUp(base: string, { mode, answers }: { mode: Mode; answers: ScenarioAnswers }): Promise<void> {
  const visitor = new LegacyClient(base);
  const prove = async () => solveChallenge((await visitor.send('GET', '/verify/regss')).info as Challenge);
  const username = `ida_${mode}`;
  const email = `${username}@mail.example`;
  const asked = { email, purpose: 'register', verify: await prove() };
  answers.set('signIn.mailCode', await visitor.send('POST', '/home/login/mailcode', asked));
  const mailcode = await readCode(visitor, email);
  const form = { username, email, password: PASSWORD, repassword: PASSWORD, mailcode, verify: await prove() };
  answers.set('signIn.register', await visitor.send('POST', '/Login/upregister', form));
  const login = { username, password: PASSWORD, is_cs: mode === 'demo' ? '1' : '0' };
  answers.set('signIn.password', await visitor.send('POST', '/Login/submit', login));
}

async function bindFactor(member: AccountClient, answers: ScenarioAnswers): Promise<void> {
  await member.signIn();
  const shown = await member.confirmed('GET', '/user/ga');
  answers.set('account.twoFactor', shown);
  const code = codeAt(readSecret((shown.info as { secret: string }).secret), Date.now());
  answers.set('account.changeTwoFactor', await member.send('GET', '/user/gaGoogle', { code }));
}

async function verify(member: AccountClient, answers: ScenarioAnswers): Promise<void> {
  const email = `ada_${member.mode}@mail.example`;
  await member.send('POST', '/home/login/mailcode', { email, purpose: 'kyc' });
  const takePicture = async () => String((await member.upload('/api/image', await makePicture())).info);
  const answer = await member.send('POST', '/User/kyc1_Handle', {
    ...{ country: 'CH', first_name: 'Ada', last_name: 'Lovelace', type: 'passport', email },
    number: member.mode === 'demo' ? 'X1234567' : 'X7654321',
    front: await takePicture(),
    hold: await takePicture(),
    mailcode: await readCode(member, email),
  });
  answers.set('identity.submit', answer);
  await waitFor(async () => (await readInfo<{ idstate: number }>(member, '/user/kyc1')).idstate === 2, 'the identity was not verified');
}

async function borrow(member: AccountClient, answers: ScenarioAnswers): Promise<void> {
  const application = {
    ...{ num: '1000', loanid: '2', first_name: 'Ada', last_name: 'Lovelace', signed_name: 'Ada Lovelace' },
    ...{ address: '12 St James Square', phone: '+442079460958', request_id: newRequestId() },
  };
  const applied = await member.confirmed('POST', '/user/setloan', application);
  answers.set('loans.apply', applied);
  const { id } = applied.info as { id: string };
  await waitFor(async () => (await readInfo<{ state: number }>(member, '/user/getloan', { id })).state === 1, 'the loan was not paid out');
  answers.set('loans.detail', await member.send('GET', '/user/getloan', { id }));
  answers.set('loans.repay', await member.send('POST', '/user/outloan', { id, request_id: newRequestId() }));
}

/** On the real account seconds contracts are for verified people of some countries. */
async function buySeconds(member: AccountClient): Promise<LegacyAnswer> {
  await qualify(member);
  const terms = { market: 'BTC-USDT', type: 'up', num: '10', time: '300', request_id: newRequestId() };
  return member.send('POST', '/Trade/optionTrade', terms);
}

const readInfo = async <T>(member: LegacyClient, path: string, fields: Record<string, string> = {}): Promise<T> =>
  (await member.send('GET', path, fields)).info as T;

async function waitFor(isThere: () => Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error(otherwise);
    await sleep(LOOK_MS);
  }
}
