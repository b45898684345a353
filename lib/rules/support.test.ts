import { expect, it } from 'vitest';
import { findSecret, readSubject } from './support';

const KEY = 'a1'.repeat(32);
it.each([
  ['abandon ability able about above absent absorb abstract absurd abuse access accident', 'phrase'],
  [
    'my words: 1. abandon 2. ability 3. able 4. about 5. above 6. absent 7. absorb 8. abstract 9. absurd 10. abuse 11. access 12. accident',
    'phrase',
  ],
  ['Abandon ability able about above absent absorb abstract absurd abuse access accident', 'phrase'],
  ['的 一 是 在 不 了 有 和 人 这 中 大', 'phrase'],
  ['あいこくしん　あいさつ　あいだ　あおぞら　あかちゃん　あきる　あけがた　あける　あこがれる　あさい　あさひ　あしあと', 'phrase'],
  [KEY, 'key'],
  [`the key of my wallet is 0x${KEY}`, 'key'],
  [`hash of the transaction: 0x${KEY}`, null],
  [`交易哈希 0x${KEY}`, null],
  ['my password is hunter22', 'password'],
  ['Mein Passwort: geheim123', 'password'],
  ['密码：abc12345', 'password'],
  ['パスワードは abc12345', 'password'],
  ['비밀번호는 abc12345', 'password'],
  ['Şifrem: gizli123', 'password'],
  ['Mật khẩu của tôi là abc12345', 'password'],
  ['Kata laluan saya ialah abc12345', 'password'],
  ['I forgot my password', null],
  ['123456', 'code'],
  ['123 456', 'code'],
  ['the code is 123456', 'code'],
  ['코드 123456', 'code'],
  ['order 123456 was not filled', null],
  ['I sent the coins this morning from another wallet and they still have not come, what can I do about that now', null],
] as const)('of "%s" it says %s', (text, kind) => expect(findSecret(text)).toBe(kind));

it.each([
  ['withdrawal:12', { subject: 'withdrawal', id: '12' }],
  ['withdrawal:', null],
  ['javascript:1', null],
  ['order:1;drop', null],
  [undefined, null],
])('%s is about %j', (about, found) => expect(readSubject(about)).toEqual(found));
