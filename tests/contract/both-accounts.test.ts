import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import type { Call } from '../../lib/protocol/define-call';
import type { ErrorCode } from '../../lib/protocol/errors';
import { AccountClient, type ScenarioAnswers, runAccountScenario } from '../helpers/account-scenarios';
import { exampleOf } from '../helpers/call-examples';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, type LegacyAnswer } from '../helpers/legacy-client';

/**
 * What one of the accounts hasn't got: no chain and no bank brings play money in or takes it out, and for seconds contracts of the real account the
 * house has the money that its operators put in, here none.
 */
const REFUSALS: Record<'real' | 'demo', Readonly<Record<string, ErrorCode>>> = {
  real: { 'option.place': 'POOL_EXHAUSTED' },
  demo: { 'deposits.addresses': 'REAL_ACCOUNT_ONLY', 'deposits.submit': 'REAL_ACCOUNT_ONLY', 'withdrawals.apply': 'REAL_ACCOUNT_ONLY' },
};
/** Identities are approved and loans paid out by a sandbox's own clock. */
const WALK_MS = 1_800_000;

let exchange: ExchangeProcess;
const walked = { real: new Map(), demo: new Map() } as Record<'real' | 'demo', ScenarioAnswers>;
beforeAll(async () => {
  // The account menu's link outside and seconds contracts on the real account are there only where an operator has set them.
  exchange = await startExchange({ EXTERNAL_LINK: 'https://candor.example/out', OPTION_COUNTRIES: 'CH' });
  // Both at once: most of a walk is waiting for that clock.
  const walk = async (mode: 'real' | 'demo', n: number) => {
    walked[mode] = await runAccountScenario(exchange.base, { mode, n });
  };
  await Promise.all([walk('real', 0xa11), walk('demo', 0xdeb0)]);
}, WALK_MS);
afterAll(() => exchange?.remove());

const NUMBERED = CATALOGUE.filter((call): call is Call & { number: number } => call.number !== null);

async function askExample(call: Call, client: AccountClient): Promise<LegacyAnswer> {
  await client.signIn();
  const { path, fields, file } = await exampleOf(call, client);
  return file === undefined ? client.send(call.method, path, fields) : client.upload(path, file, fields);
}

test('the 56 calls are each there once', () => {
  expect(NUMBERED.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
});

describe.each(['real', 'demo'] as const)('on the %s account', (mode) => {
  test.each(NUMBERED.map((call) => [call.number, call.id, call] as const))('call %i (%s) works', async (_n, id, call) => {
    const client = new AccountClient(exchange.base, mode, addressOf(mode === 'real' ? 0xa13 : 0xdeb2));
    const answer = walked[mode].get(id) ?? (await askExample(call, client));
    const refusal = REFUSALS[mode][id];
    expect([answer.status, answer.code]).toEqual(refusal === undefined ? [1, undefined] : [0, refusal]);
    if (refusal === undefined) expect(call.answer.safeParse(call.carrier === 'url' ? answer.url : answer.info).error).toBeUndefined();
  });
});
