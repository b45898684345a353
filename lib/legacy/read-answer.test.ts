import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error';
import { coinBalance, purse } from '../protocol/balances';
import type { Call } from '../protocol/define-call';
import { marketListOfType } from '../protocol/markets';
import { signOut, userCenter } from '../protocol/sign-in';
import { readAnswer } from './read-answer';

const recorded = (name: string) => readFileSync(new URL(`./recorded/${name}.txt`, import.meta.url), 'utf8');
const read = <C extends Call>(call: C, name: string, status = 200) => readAnswer(call, { status, body: recorded(name) });

function refusalOf(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was taken for success');
}

describe('answers of real backends', () => {
  const balance = { available: '12.5', held: '0' };
  it('reads behind a byte-order mark', () => expect(read(coinBalance, 'byte-order-mark')).toEqual(balance));
  it('reads behind a PHP warning', () => expect(read(coinBalance, 'php-warning')).toEqual(balance));
  it('reads numbers where strings are meant, without an exponent', () =>
    expect(read(coinBalance, 'numbers-for-strings')).toEqual({ available: '12.5', held: '0.00001' }));
  it('keeps all 27 digits of a long number', () =>
    expect(read(coinBalance, 'long-number')).toEqual({ available: '123456789012345678.123456789', held: '0' }));
  it('reads strings where numbers are meant', () =>
    expect(read(userCenter, 'strings-for-numbers')).toEqual({
      userid: '4711',
      username: 'ada',
      email: null,
      vip: { level: 2, img: '', recharged: '30000', next: '' },
      is_cs: '0',
      integral: 60,
      idstate: 2,
      ga: true,
    }));
  it('reads an object keyed by id as a list', () => expect(read(purse, 'object-for-list').map((row) => row.coin)).toEqual(['BTC', 'USDT']));
  it.each(['empty-text-for-list', 'null-for-list', 'false-for-list'])('reads %s as an empty list', (name) =>
    expect(read(purse, name)).toEqual([]),
  );
  it('reads positional rows as lists and as objects', () => {
    const rows = Object.values(read(marketListOfType, 'positional-rows'));
    expect(rows.map((row) => [row['0'], row['2'], row['8'], row.k])).toEqual([
      ['BTC', '65000.5', '-1.25', []],
      [
        'ETH',
        '3000',
        '0.5',
        [
          [1700000000, '2990'],
          [1700000060, '2995.5'],
        ],
      ],
    ]);
  });
  it('takes nothing for the message of a success', () =>
    expect(readAnswer(signOut, { status: 200, body: '{"status":1,"info":null}' })).toBe(''));
});

describe('error: refusals', () => {
  it.each(['state-401', 'login-first-en', 'login-first-zh-cn', 'login-first-zh-tw', 'login-text-as-success'])(
    '%s ends the session',
    (name) => expect(refusalOf(() => read(coinBalance, name)).code).toBe('SESSION_REQUIRED'),
  );
  it('takes our own code and its values first', () => {
    const refusal = refusalOf(() => read(coinBalance, 'own-code'));
    expect([refusal.code, refusal.params]).toEqual(['INSUFFICIENT_BALANCE', { asset: 'USDT' }]);
  });
  it('knows the texts of stock backends', () => expect(refusalOf(() => read(coinBalance, 'known-text')).code).toBe('INSUFFICIENT_BALANCE'));
  it('asks for the authenticator code', () => expect(refusalOf(() => read(coinBalance, 'needs-totp')).code).toBe('TWO_FACTOR_REQUIRED'));
  it('passes unknown words on without markup', () => {
    const refusal = refusalOf(() => read(coinBalance, 'unknown-refusal'));
    expect([refusal.code, refusal.upstreamMessage]).toEqual(['LEGACY_UNKNOWN', 'Your account is under review']);
  });
  it('shows none of words longer than 300 characters: a dump is no sentence', () =>
    expect(
      refusalOf(() => readAnswer(coinBalance, { status: 200, body: `{"status":0,"info":"${'x'.repeat(5000)}"}` })).upstreamMessage,
    ).toBeUndefined());
  it.each(['INTERNAL', 'LEGACY_UNKNOWN', 'OUTCOME_UNKNOWN', 'ORIGIN_REFUSED', 'E42', 'constructor', '', 42, null, {}])(
    'a code %j in a refusal is no code of ours, and no fault of ours',
    (code) => {
      const body = JSON.stringify({ status: 0, info: 'Your account is under review', url: '', code });
      expect(refusalOf(() => readAnswer(coinBalance, { status: 200, body })).code).toMatch(/^LEGACY_UN(KNOWN|REACHABLE)$/);
    },
  );
  it('takes no values into our sentences that speak of machines', () => {
    const body = JSON.stringify({ status: 0, info: '', code: 'INSUFFICIENT_BALANCE', params: { asset: "SQLSTATE[42S02] 'users'" } });
    const refusal = refusalOf(() => readAnswer(coinBalance, { status: 200, body }));
    expect([refusal.code, refusal.params]).toEqual(['INSUFFICIENT_BALANCE', undefined]);
  });
});

describe('error: nonsense is never a success', () => {
  it.each(['html-crash-page', 'truncated', 'unknown-status', 'missing-amount'])('%s is malformed', (name) =>
    expect(refusalOf(() => read(coinBalance, name)).code).toBe('LEGACY_MALFORMED'),
  );
  it('an amount of null is not zero', () =>
    expect(refusalOf(() => readAnswer(coinBalance, { status: 200, body: '{"status":1,"info":{"available":null,"held":"0"}}' })).code).toBe(
      'LEGACY_MALFORMED',
    ));
  it.each([
    [500, 'LEGACY_MALFORMED'],
    [503, 'LEGACY_UNREACHABLE'],
    [401, 'SESSION_REQUIRED'],
    [302, 'LEGACY_MALFORMED'],
  ])('HTTP %i with data says %s', (status, code) => expect(refusalOf(() => read(coinBalance, 'byte-order-mark', status)).code).toBe(code));
  it('a refusal in words that nobody knows is none when the backend broke', () => {
    const refused = { body: '{"status":0,"info":"server has gone away","url":""}' };
    expect(refusalOf(() => readAnswer(coinBalance, { ...refused, status: 500 })).code).toBe('LEGACY_MALFORMED');
    expect(refusalOf(() => readAnswer(coinBalance, { ...refused, status: 200 })).code).toBe('LEGACY_UNKNOWN');
  });
  it.each(['', 'null', '[]', '"ok"', '1', 'true'])('a body of %j is malformed', (body) =>
    expect(refusalOf(() => readAnswer(coinBalance, { status: 200, body })).code).toBe('LEGACY_MALFORMED'),
  );
});
