import { describe, expect, it } from 'vitest';
import { sanitizeValues, sanitizeMessage } from './sanitize-message';

describe('words of a backend on a screen', () => {
  it.each([
    'Your account is under review',
    'Withdrawals open again on Monday, 9:00 (UTC+8).',
    'Minimum 100 USDT, maximum 5,000 USDT per day',
    'Please update your phone and select a new password from the list!',
    '您的账户正在审核中',
    'Ваш счёт проверяется',
    'الحساب قيد المراجعة',
    '1 / 2 steps done, 50% left',
  ])('are shown where they are a sentence: %s', (text) => expect(sanitizeMessage(text)).toBe(text.replace(/\s+/g, ' ')));

  it('come without markup, control characters and changes of direction', () =>
    expect(sanitizeMessage('<b>Your</b>\u202E account\u0000 is <br />under\n review')).toBe('Your account is under review'));

  it.each([
    'SQLSTATE[HY000] [2002] Connection refused',
    "You have an error in your SQL syntax; check the manual near 'x'",
    "Duplicate entry '7' for key 'users.PRIMARY'",
    'SELECT * FROM users WHERE id = 7',
    'Uncaught Error: Call to a member function find() on null',
    'Fatal error: Allowed memory size of 134217728 bytes exhausted',
    'Warning: Undefined variable',
    'in /www/wwwroot/app/User.php on line 214',
    'C:\\xampp\\htdocs\\index.php',
    'think\\exception\\HttpException',
    'App\\Models\\User::find',
    '#0 {main}',
    'Traceback (most recent call last)',
    'TypeError: x is not a function at run (server.js:10:5)',
    'connect ECONNREFUSED 127.0.0.1:3306',
    'MySQL server has gone away',
    'Redis connection lost',
    '{"code":500}',
    '[object Object]',
    'undefined',
    '<script>alert(1)</script>',
    '<a href=x>win</a> now',
    'Visit https://elsewhere.example to get your money back',
    '系统异常',
    '数据库连接失败',
    '500',
    '',
    'x'.repeat(301),
  ])('are not shown where they speak of machines: %s', (text) => expect(sanitizeMessage(text)).toBe(''));

  it.each([null, undefined, 1, true, {}, []])('%j is no word', (value) => expect(sanitizeMessage(value)).toBe(''));
});

describe('values of a backend in our own sentences', () => {
  it.each<Record<string, string>>([{ asset: 'USDT' }, { min: '0.0001', max: '1000000' }, { at: '2026-03-01T00:00:00.000Z' }, {}])(
    'are taken: %j',
    (values) => expect(sanitizeValues(values)).toEqual(values),
  );
  it.each<Record<string, string>>([
    { asset: 'SQLSTATE[1]' },
    { asset: 'x'.repeat(65) },
    { asset: 'a\u202Eb' },
    { 'a b': '1' },
    { asset: '<b>x</b>' },
  ])('are left out: %j', (values) => expect(sanitizeValues(values)).toBeUndefined());
  it('are left out when there are more than 8', () =>
    expect(sanitizeValues(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`v${n}`, '1'])))).toBeUndefined());
});
