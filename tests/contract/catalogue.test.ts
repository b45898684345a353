import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT_CALLS, ENDS_ITS_SESSION, exampleOf } from '../helpers/call-examples';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import { ERRORS } from '../../lib/protocol/errors';
import { type ExchangeProcess, listUnlisted, startExchange } from '../helpers/exchange-process';
import { addressOf, LegacyClient, newRequestId } from '../helpers/legacy-client';

let exchange: ExchangeProcess;
let member: LegacyClient;
let visitor: LegacyClient;

beforeAll(async () => {
  exchange = await startExchange();
  member = new LegacyClient(exchange.base);
  visitor = new LegacyClient(exchange.base);
  await member.signIn(addressOf(0xc0ffee));
});
afterAll(async () => {
  const unlisted = listUnlisted(exchange?.log() ?? '');
  await exchange?.remove();
  expect(unlisted, 'refusals that the catalogue does not list').toEqual([]);
});

test('the catalogue holds the 56 calls of the table once each', () => {
  const numbers = CATALOGUE.flatMap((call) => (call.number == null ? [] : [call.number]));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
});

test('every call has an example, so that none is left unanswered unseen', () => {
  expect(CATALOGUE.map(({ id }) => id).filter((id) => !BUILT_CALLS.has(id))).toEqual([]);
});

test.each(CATALOGUE.map((call) => [call.id, call] as const))('%s answers in its shape', async (_id, call) => {
  const { path, fields, refusal, file } = await exampleOf(call, member);
  const client = ENDS_ITS_SESSION.has(call.id) ? await signedIn(0xbad) : member;
  const answer = await (file === undefined ? client.send(call.method, path, fields) : client.upload(path, file, fields));
  if (refusal) expect(answer).toMatchObject({ status: 0, code: refusal, info: ERRORS[refusal].text });
  else {
    expect(answer).toMatchObject({ status: 1 });
    expect(call.answer.safeParse(call.carrier === 'url' ? answer.url : answer.info).error).toBeUndefined();
  }
});

test.each(CATALOGUE.filter((call) => call.access === 'session').map((call) => [call.id, call] as const))(
  'security: %s without a session says to log in first',
  async (_id, call) => {
    const answer = await visitor.send(call.method, call.path.replaceAll(/\{\w+\}/g, '1'));
    expect(answer).toEqual(expect.objectContaining({ state: 401, status: 0, info: 'Please log in first', code: 'SESSION_REQUIRED' }));
  },
);

test.each(CATALOGUE.filter((call) => call.access === 'bff').map((call) => [call.id, call] as const))(
  'security: %s is refused without the shared secret',
  async (_id, call) => {
    const response = await fetch(exchange.base + call.path, { method: call.method, headers: { 'x-bff-key': 'x'.repeat(36) } });
    expect(await response.json()).toMatchObject({ status: 0, code: 'BFF_KEY_REQUIRED' });
  },
);

test('paths match without regard to case, and unknown ones say status 0', async () => {
  expect(await visitor.send('GET', '/VERIFY/RegSS')).toMatchObject({ status: 1 });
  expect(await visitor.send('GET', '/nothing/here')).toMatchObject({ status: 0, code: 'NOT_FOUND' });
  expect(await visitor.send('POST', '/verify/regss')).toMatchObject({ status: 0, code: 'METHOD_REFUSED' });
});

test('security: an order of another user is not found, and can not be cancelled', async () => {
  const other = await signedIn(0xabc);
  const { fields } = await exampleOf(CATALOGUE.find((call) => call.id === 'spot.place')!, member);
  const placed = await member.send('POST', '/Mobile/Trade/upTrade2', fields);
  const { id } = placed.info as { id: string };
  expect(await other.send('GET', '/x/order', { id })).toMatchObject({ status: 0, code: 'ORDER_NOT_FOUND' });
  expect(await other.send('GET', '/home/order/upOrder2', { id, request_id: newRequestId() })).toMatchObject({
    status: 0,
    code: 'ORDER_NOT_FOUND',
  });
  expect(await member.send('GET', '/x/order', { id })).toMatchObject({ status: 1 });
});

async function signedIn(n: number): Promise<LegacyClient> {
  const client = new LegacyClient(exchange.base);
  await client.signIn(addressOf(n));
  return client;
}
