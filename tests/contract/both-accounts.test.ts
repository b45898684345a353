import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import type { Call } from '../../lib/protocol/define-call';
import { AccountClient, type WalkAnswers, walkAccount } from '../helpers/account-walks';
import { exampleOf } from '../helpers/call-examples';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, type LegacyAnswer } from '../helpers/legacy-client';

/** What no chain and no bank brings to test money: nothing is paid in or out there. */
const REAL_ALONE: ReadonlySet<string> = new Set(['deposits.addresses', 'deposits.submit', 'withdrawals.apply']);
/** Identities are approved and loans paid out by a sandbox's own clock. */
const WALK_MS = 400_000;

let exchange: ExchangeProcess;
beforeAll(async () => {
  // The account menu's link outside and seconds contracts on the real account are there only where an operator has set them.
  exchange = await startExchange({ EXTERNAL_LINK: 'https://candor.example/out', OPTION_COUNTRIES: 'CH' });
});
afterAll(() => exchange?.remove());

const NUMBERED = CATALOGUE.filter((call): call is Call & { number: number } => call.number !== null);
const OURS = CATALOGUE.filter((call) => call.number === null);

async function askExample(call: Call, client: AccountClient): Promise<LegacyAnswer> {
  await client.signIn();
  const { path, fields, file } = await exampleOf(call, client);
  return file === undefined ? client.send(call.method, path, fields) : client.upload(path, file, fields);
}

test('the 56 calls are each there once', () => {
  expect(NUMBERED.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
});

describe.each(['real', 'demo'] as const)('on the %s account', (mode) => {
  let walked: WalkAnswers;
  beforeAll(async () => {
    walked = await walkAccount(exchange.base, { mode, n: mode === 'real' ? 0xa11 : 0xdeb0 });
  }, WALK_MS);

  test.each(NUMBERED.map((call) => [call.number, call.id, call] as const))('call %i (%s) works', async (_n, id, call) => {
    const client = new AccountClient(exchange.base, mode, addressOf(mode === 'real' ? 0xa13 : 0xdeb2));
    const answer = walked.get(id) ?? (await askExample(call, client));
    if (mode === 'demo' && REAL_ALONE.has(id)) return expect(answer).toMatchObject({ status: 0, code: 'REAL_ACCOUNT_ONLY' });
    expect(answer).toMatchObject({ status: 1 });
    expect(call.answer.safeParse(call.carrier === 'url' ? answer.url : answer.info).error).toBeUndefined();
  });

  // Some end what their person may do: each has one of its own.
  test.each(OURS.map((call, index) => [call.id, call, index] as const))('%s of ours is offered', async (_id, call, index) => {
    const client = new AccountClient(exchange.base, mode, addressOf((mode === 'real' ? 0xa000 : 0xd000) + index));
    const { code } = await askExample(call, client);
    expect(['FEATURE_NOT_OFFERED', 'METHOD_REFUSED', 'INTERNAL']).not.toContain(code);
  });
});
