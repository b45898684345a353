import type { Call } from '../../lib/protocol/define-call';
import type { ErrorCode } from '../../lib/protocol/errors';
import { TEST_KEYS } from '../../exchange/modules/risk-limits/risk-limits.terms';
import type { LimitedProduct } from '../../lib/protocol/wire';
import { addressOf, type LegacyClient, newRequestId } from './legacy-client';
import { DEPOSIT_EXAMPLES } from './deposit-examples';
import { PICTURE_EXAMPLES } from './picture-examples';
import { LIST_EXAMPLES } from './list-examples';
import { HOSTING_EXAMPLES } from './hosting-examples';
import { STAKING_EXAMPLES } from './staking-examples';
import { HELP_EXAMPLES } from './help-examples';
import { PEOPLE_EXAMPLES } from './people-examples';
import { LOAN_EXAMPLES } from './loan-examples';
import { SECURITY_EXAMPLES } from './security-examples';
import { signLogin, walletOf } from './test-wallet';
import { WITHDRAWAL_EXAMPLES } from './withdrawal-examples';

export type Example = {
  /** Path with its parameters filled in. */
  path: string;
  fields: Record<string, string>;
  /** What a call that can't succeed without a person's help (a mailed code) is refused with. */
  refusal?: ErrorCode;
  /** The picture of a call that takes one. */
  file?: Buffer;
};

const PROOF = `${'a'.repeat(22)}.1`;
const LINK_TOKEN = `${'a'.repeat(32)}.${'a'.repeat(43)}`;
const REGISTRATION = {
  username: 'ada_l',
  email: 'ada@mail.example',
  password: 'correct horse 1',
  repassword: 'correct horse 1',
  mailcode: '123456',
  verify: PROOF,
};

/** One valid request for each built call; functions make what has to exist first. */
const EXAMPLES: Record<string, Partial<Example> | ((client: LegacyClient) => Promise<Partial<Example>>)> = {
  'signIn.wallet': async () => ({ fields: { ...(await signLogin(walletOf('feed'), Date.now())), ip: '127.0.0.1', is_cs: '1' } }),
  'signIn.resume': {},
  'signIn.password': { fields: { username: 'nobody', password: 'wrong password', is_cs: '1' }, refusal: 'LOGIN_FAILED' },
  'signIn.register': { fields: REGISTRATION, refusal: 'CHALLENGE_FAILED' },
  'signIn.challenge': {},
  'signIn.mailCode': { fields: { email: 'ada@mail.example', purpose: 'register', verify: PROOF }, refusal: 'CHALLENGE_FAILED' },
  'signIn.signOut': {},
  'account.center': {},
  'account.tab': { fields: { tab: '1' } },
  'home.summary': {},
  'home.balance': {},
  'balances.coin': { fields: { coin: 'USDT' } },
  'balances.all': {},
  'x.reserved': { fields: { coin: 'USDT' } },
  'x.balanceHistory': { fields: { range: '1d' } },
  'x.holdings': {},
  'x.favourites': {},
  'x.favouritesChange': { fields: { markets: 'BTC-USDT,ETH-USDT', on: '1' } },
  'x.firstSteps': {},
  'balances.records': { fields: { type: 'all' } },
  'markets.list': { path: '/ajax/allcoin_a/id/1/type/1' },
  'markets.listOfType': { path: '/ajax/allcoin_a/id/1/type/1/coin/' },
  'markets.candles': { path: '/ajax/kxianb/name/BTC-USDT/time/1' },
  'markets.rules': { fields: { market: 'BTC-USDT', type: 'spot' } },
  'help.news': {},
  ...LOAN_EXAMPLES,
  ...HELP_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  'x.features': {},
  'x.sessions': { fields: { tokens: 'a'.repeat(64) } },
  'x.sessionList': {},
  'x.sessionEnd': { fields: { id: 'others' } },
  ...SECURITY_EXAMPLES,
  'x.freeze': {},
  'x.freezeByLink': { fields: { token: LINK_TOKEN }, refusal: 'LINK_INVALID' },
  'x.passwordLink': { fields: { email: 'ada@mail.example', verify: PROOF }, refusal: 'CHALLENGE_FAILED' },
  'x.passwordByLink': {
    fields: { token: LINK_TOKEN, password: 'correct horse 1', repassword: 'correct horse 1' },
    refusal: 'LINK_INVALID',
  },
  'x.passwordChange': {
    fields: { old: 'wrong password', password: 'correct horse 1', repassword: 'correct horse 1' },
    refusal: 'PASSWORD_WRONG',
  },
  'x.faucet': async (client) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    return { fields: { coin: 'USDT', request_id: newRequestId() } };
  },
  'x.closeAccount': async (client) => {
    await client.signIn(addressOf(0xc0ffee), 'real');
    // What is left keeps an account open; the faucet gives five times a day.
    const { info } = await client.send('GET', '/x/closing');
    const isBlocked = (info as { reasons: unknown[] }).reasons.length > 0;
    if (!isBlocked) await client.send('POST', '/x/faucet', { coin: 'USDT', request_id: newRequestId() });
    return { refusal: 'CLOSING_BLOCKED' };
  },
  'x.demoTopUp': async (client) => {
    await client.signIn(addressOf(0xc0ffee), 'demo');
    // Other examples may have used some of it.
    await client.send('POST', '/x/demo-top-up', { request_id: newRequestId() });
    return { fields: { request_id: newRequestId() }, refusal: 'DEMO_FULL' };
  },
  'x.outbox': { fields: { to: 'ada@mail.example' } },
  'x.tickers': {},
  'x.assets': {},
  'x.registryChanges': {},
  'x.prints': { fields: { limit: '5' } },
  'x.interest': { fields: { market: 'BTC-USDT', is_cs: '1' } },
  'x.book': { fields: { market: 'BTC-USDT', is_cs: '1' } },
  'x.trades': { fields: { market: 'BTC-USDT', is_cs: '1' } },
  ...PICTURE_EXAMPLES,
  'spot.place': async (client) => ({ fields: await restingOrder(client) }),
  'spot.open': { fields: { market: 'BTC-USDT', type: 'spot' } },
  'spot.cancel': async (client) => ({ fields: { id: await placeResting(client), request_id: newRequestId() } }),
  'x.amendOrder': async (client) => ({ fields: { id: await placeResting(client), num: '0.0009', request_id: newRequestId() } }),
  'x.cancelAll': async (client) => {
    await placeResting(client);
    return { fields: { type: 'spot', market: 'BTC-USDT', request_id: newRequestId() } };
  },
  ...LIST_EXAMPLES,
  'option.place': async (client) => {
    await qualify(client);
    return { fields: { market: 'BTC-USDT', type: 'up', num: '10', time: '300', request_id: newRequestId() } };
  },
  'option.records': { fields: { type: 'option' } },
  ...DEPOSIT_EXAMPLES,
  ...STAKING_EXAMPLES,
  ...HOSTING_EXAMPLES,
  'x.proof': async (client) => {
    await qualify(client);
    const fields = { market: 'BTC-USDT', type: 'up', num: '10', time: '300', request_id: newRequestId() };
    const answer = await client.send('POST', '/Trade/optionTrade', fields);
    return { fields: { id: (answer.info as { id: string }).id } };
  },
  'x.requestOutcome': { fields: { call: 'spot.place', request_id: newRequestId() } },
  'x.requestBar': { fields: { call: 'spot.place', request_id: newRequestId() } },
  'x.riskLimits': {},
  'x.riskLimitsConsent': async (client) => {
    await client.signIn(addressOf(0x5ec0), 'demo');
    return { fields: { request_id: newRequestId() } };
  },
  'x.riskLimitsTest': async (client) => {
    await client.signIn(addressOf(0x5ec0), 'demo');
    return { fields: { answers: TEST_KEYS.option, request_id: newRequestId() } };
  },
  'x.riskLimitsPause': async (client) => {
    await client.signIn(addressOf(0x5ec1), 'demo');
    return { fields: { days: '1', request_id: newRequestId() } };
  },
  'x.riskLimitsChange': { fields: { stake_max: '1000', loss_day_max: '1000', request_id: newRequestId() } },
  'perpetual.place': async (client) => ({ fields: await perpetualOrder(client) }),
  'x.amendPerpetualOrder': { fields: { id: '1', price: '1000', request_id: newRequestId() }, refusal: 'ORDER_NOT_FOUND' },
  'x.positions': {},
  'x.margin': async (client) => ({ fields: { id: await openPosition(client), change: 'add', num: '1', request_id: newRequestId() } }),
  'x.leverage': async (client) => ({ fields: { id: await openPosition(client), leverage: '20', request_id: newRequestId() } }),
  'x.triggers': async (client) => ({ fields: { id: await openPosition(client), request_id: newRequestId() } }),
  'x.marks': { fields: { is_cs: '1' } },
  'x.fundingRates': { fields: { market: 'BTC-USDT', is_cs: '1' } },
  'x.fundingPayments': {},
  'x.liquidations': {},
  'x.perpetualOrder': async (client) => {
    const answer = await client.send('POST', '/Mobile/Trade/upTrade3', await perpetualOrder(client));
    return { fields: { id: (answer.info as { id: string }).id } };
  },
  'messages.unread': {},
  'x.notificationQuiet': { fields: { from: '1320', until: '420', zone: 'Europe/Berlin' } },
  'x.language': { fields: { lang: 'de' } },
  'messages.list': {},
  'messages.markRead': { fields: { id: 'all' } },
  'x.notifications': {},
  'x.notification': async (client) => ({ fields: { id: await firstNotification(client) } }),
  'x.notificationSettings': {},
  'x.notificationSettingsChange': { fields: { group: 'money', counted: 'yes' } },
  'convert.convert': async (client) => {
    await client.signIn(addressOf(0xc0ffee), 'demo');
    return { fields: { from: 'USDT', to: 'ETH', num: '25', request_id: newRequestId() } };
  },
  'x.convert': {},
  'x.convertSmall': { fields: { request_id: newRequestId() } },
  'x.conversion': async (client) => ({ fields: { ref: await convertSome(client) } }),
  ...WITHDRAWAL_EXAMPLES,
  'x.order': async (client) => ({ fields: { id: await placeResting(client) } }),
};

/** Fields of a small long at the market, for a demo account whose consent and test stand. */
async function perpetualOrder(client: LegacyClient): Promise<Record<string, string>> {
  await qualify(client, { user: 0x9e49, product: 'perpetual' });
  return { market: 'BTC-USDT', type: 'long', kind: 'market', num: '0.001', leverage: '10', request_id: newRequestId() };
}

/** Converts a little and returns the reference of its ledger entries. */
async function convertSome(client: LegacyClient): Promise<string> {
  await client.signIn(addressOf(0xc0ffee), 'demo');
  const fields = { from: 'USDT', to: 'ETH', num: '25' };
  const quote = (await client.send('POST', '/api/convert', { ...fields, request_id: newRequestId() })).info as { id: string };
  const answer = await client.send('POST', '/api/convert', { ...fields, quote: quote.id, request_id: newRequestId() });
  return (answer.info as { ref: string }).ref;
}

async function openPosition(client: LegacyClient): Promise<string> {
  const answer = await client.send('POST', '/Mobile/Trade/upTrade3', await perpetualOrder(client));
  if (answer.status !== 1) throw new Error(`order refused: ${JSON.stringify(answer)}`);
  return (answer.info as { position: { id: string } }).position.id;
}

/** Calls to be made by a user of their own. Freezing comes after signing out: then nobody signs in as that user any more. */
export const ENDS_ITS_SESSION: ReadonlySet<string> = new Set(['signIn.signOut', 'x.freeze']);

/** Returns the newest notification of an account that was just given money; events are read a moment after their commit. */
async function firstNotification(client: LegacyClient): Promise<string> {
  await client.signIn(addressOf(0xbe11), 'real');
  await client.send('POST', '/x/faucet', { coin: 'USDT', request_id: newRequestId() });
  for (let look = 0; look < 100; look += 1) {
    const { rows } = (await client.send('GET', '/x/notifications')).info as { rows: { id: string }[] };
    if (rows[0] !== undefined) return rows[0].id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no notification came');
}

export const BUILT_CALLS: ReadonlySet<string> = new Set(Object.keys(EXAMPLES));

export async function exampleOf(call: Call, client: LegacyClient): Promise<Example> {
  const example = EXAMPLES[call.id] ?? {};
  return { path: call.path, fields: {}, ...(typeof example === 'function' ? await example(client) : example) };
}

/** Fields of a limit buy 5 % under the index, which rests: the market makers quote closer. */
export async function restingOrder(client: LegacyClient, market = 'BTC-USDT'): Promise<Record<string, string>> {
  const { info } = await client.send('GET', '/x/tickers');
  const row = (info as { rows: { market: string; index: string }[] }).rows.find((ticker) => ticker.market === market);
  const price = String(Math.floor(Number(row?.index) * 0.95));
  return { market, type: 'buy', kind: 'limit', price, num: '0.001', tif: 'GTC', request_id: newRequestId() };
}

/** Signs in a user whose consent to a product and test of it stand. */
export async function qualify(
  client: LegacyClient,
  { user = 0x5ec0, product = 'option' }: { user?: number; product?: LimitedProduct } = {},
): Promise<void> {
  await client.signIn(addressOf(user), 'demo');
  await client.send('POST', '/x/risk-limits-consent', { product, request_id: newRequestId() });
  await client.send('POST', '/x/risk-limits-test', { product, answers: TEST_KEYS[product], request_id: newRequestId() });
}

async function placeResting(client: LegacyClient): Promise<string> {
  const answer = await client.send('POST', '/Mobile/Trade/upTrade2', await restingOrder(client));
  if (answer.status !== 1) throw new Error(`order refused: ${JSON.stringify(answer)}`);
  return (answer.info as { id: string }).id;
}
