import type { ZodObject } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import { decimalField, requestIdField } from '../../lib/protocol/fields';
import { quietHours } from '../../lib/protocol/notifications';
import { sendSupportLine } from '../../lib/protocol/support';
import { BUILT_CALLS, exampleOf } from '../helpers/call-examples';
import { type ExchangeProcess, listUnlisted, startExchange } from '../helpers/exchange-process';
import { HOSTILE_TEXTS } from '../helpers/hostile-values';
import { addressOf, LegacyClient } from '../helpers/legacy-client';
import { takeShare } from '../helpers/turns';

/** Changing nothing is checked on these; ending the session is what the others are for. */
const LEFT_OUT = new Set(['signIn.signOut', 'signIn.wallet', 'x.faucet', 'x.freeze']);
const CALLS = CATALOGUE.filter((call) => BUILT_CALLS.has(call.id) && !LEFT_OUT.has(call.id));

/** Fields take turns with the values: most fields of one make are in many calls. */
const SHARE = 6;
let turn = 0;

let exchange: ExchangeProcess;
let member: LegacyClient;
/** Money over chains and banks is of the real account alone: asked on the other one, a call would refuse whatever it is given. */
let owner: LegacyClient;

beforeAll(async () => {
  exchange = await startExchange();
  member = new LegacyClient(exchange.base);
  await member.signIn(addressOf(0xdead));
  owner = new LegacyClient(exchange.base);
  await owner.signIn(addressOf(0xbeef), 'real');
});
afterAll(async () => {
  const unlisted = listUnlisted(exchange?.log() ?? '');
  await exchange?.remove();
  expect(unlisted, 'refusals that the catalogue does not list').toEqual([]);
});

const callerOf = ({ errors }: { errors: readonly string[] }) => (errors.includes('REAL_ACCOUNT_ONLY') ? owner : member);

/** Everything of the user that a call could have changed. */
async function readAccount(caller: LegacyClient): Promise<string> {
  const answers = await Promise.all([
    caller.send('GET', '/user/getbanlance', { coin: 'USDT' }),
    caller.send('GET', '/user/getbanlance', { coin: 'BTC' }),
    caller.send('GET', '/user/accountRecords', { type: 'all' }),
    caller.send('GET', '/user/getorder', { type: 'spot', state: 'all' }),
    ...(caller === owner
      ? ['/x/withdrawals', '/x/address-book', '/x/wires', '/x/deposit-proofs'].map((path) => caller.send('GET', path, {}))
      : []),
  ]);
  return JSON.stringify(answers);
}

/** An answer is an envelope, never a crash: status 0 with a code, or the success of a value that is right after all. */
async function expectEnvelope(response: Response, what: string): Promise<{ status: number; code?: string }> {
  const text = await response.text();
  expect(response.status, what).toBe(200);
  const answer = JSON.parse(text) as { status: number; code?: string };
  expect([0, 1], what).toContain(answer.status);
  if (answer.status === 0) expect(answer.code, what).not.toBe('INTERNAL');
  expect(text, what).not.toMatch(/node_modules|at .+\.ts:\d|syntax error|PGlite|stack/i);
  return answer;
}

test.each(CALLS.map((call) => [call.id, call] as const))(
  '%s refuses hostile values on every field, and changes nothing',
  async (_id, call) => {
    const caller = callerOf(call);
    const { path, fields } = await exampleOf(call, caller);
    const before = await readAccount(caller);
    for (const field of Object.keys((call.request as ZodObject).shape)) {
      turn += 1;
      for (const value of takeShare(HOSTILE_TEXTS, turn, SHARE)) {
        if (isRightAfterAll(`${call.id} ${field}`, value)) continue;
        const isInPath = call.path.includes(`{${field}}`);
        const filled = isInPath ? call.path.replace(`{${field}}`, encodeSafely(value)).replaceAll(/\{\w+\}/g, '1') : path;
        const form = encodeForm(isInPath ? fields : { ...fields, [field]: value });
        const answer = await expectEnvelope(await caller.sendRaw(call.method, filled, form), `${call.id} ${field}=${value.slice(0, 40)}`);
        // A write with one wrong field must not go through, whatever the other fields are.
        if (call.effect === 'write') expect(answer.status, `${call.id} ${field}=${value.slice(0, 40)}`).toBe(0);
      }
    }
    expect(await readAccount(caller)).toBe(before);
  },
);

test.each(CALLS.map((call) => [call.id, call] as const))(
  '%s refuses a field given twice, as an array, or in bytes that are no text',
  async (_id, call) => {
    const caller = callerOf(call);
    const { path, fields } = await exampleOf(call, caller);
    const before = await readAccount(caller);
    const good = encodeForm(fields);
    for (const field of Object.keys((call.request as ZodObject).shape)) {
      const forms = [
        `${good}&${field}=1&${field}=1`,
        `${good}&${field}[]=1`,
        `${good}&${field}[a]=1`,
        `${good}&${field}=%ff%fe`,
        `${good}&${field}=%`,
      ];
      turn += 1;
      for (const form of takeShare(forms, turn, SHARE)) {
        const answer = await expectEnvelope(await caller.sendRaw(call.method, path, form), `${call.id} ${form}`);
        expect(answer.status, `${call.id} ${form}`).toBe(0);
      }
    }
    expect(await readAccount(caller)).toBe(before);
  },
);

test('wrong content types and oversized bodies are refused', async () => {
  const url = `${exchange.base}/Mobile/Trade/upTrade2`;
  const headers = { cookie: member.cookie };
  for (const [type, body] of [
    ['application/json', '{}'],
    ['text/plain', 'a=1'],
    ['multipart/form-data', 'x'],
    ['application/x-www-form-urlencoded', 'a='.padEnd(200_000, 'x')],
  ] as const) {
    const response = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, body });
    const answer = await expectEnvelope(response, type);
    expect(answer.status, type).toBe(0);
  }
});

const SWITCHES = ['x.addressOnlyKept on', 'x.favouritesChange on', 'x.stakingRenewal renew'];

/** A request number is free text of digits and letters, so that a long number is a valid one; cancelling reads no quantity on spot; any amount is a limit. */
function isRightAfterAll(place: string, value: string): boolean {
  const field = place.split(' ').at(-1) ?? '';
  return (
    // An address that is in no book, and an alert that there isn't, are gone already.
    (['x.addressForget id', 'x.alertRemove id'].includes(place) && /^\d{1,18}$/.test(value)) ||
    // The same numbers name a staking term and a hosting plan.
    (['staking.subscribe type', 'staking.redeem type'].includes(place) && ['0', '1'].includes(value)) ||
    (place.startsWith('x.notificationQuiet ') && quietHours.request.safeParse({ [field]: value }).success) ||
    (SWITCHES.includes(place) && ['0', '1'].includes(value)) ||
    // What a chain shows of an allowance may be any amount.
    (place === 'account.allowance auth' && decimalField.safeParse(value).success) ||
    // What somebody says may be any text.
    (field === 'msg' && sendSupportLine.request.shape.msg.safeParse(value).success) ||
    (field === 'request_id' && requestIdField.safeParse(value).success) ||
    (field === 'reduce' && ['0', '1'].includes(value)) ||
    (field.endsWith('_max') && decimalField.safeParse(value).success) ||
    (field === 'num' && decimalField.safeParse(value).success && BigInt(value.split('.')[0] ?? '0') > 0n)
  );
}

function encodeForm(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeSafely(value)}`)
    .join('&');
}

/** A lone surrogate has no UTF-8: its raw bytes are sent. */
function encodeSafely(value: string): string {
  return value === '\ud800' ? '%ed%a0%80' : encodeURIComponent(value);
}
