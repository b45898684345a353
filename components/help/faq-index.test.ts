import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '@/lib/protocol/wire';
import { FAQ_ENTRIES, type FaqTexts } from '@/lib/rules/help';
import { createFaqIndex, tokenize } from './faq-index';

const searches = new Map(
  LOCALES.map((locale) => {
    const { entries } = JSON.parse(readFileSync(`messages/${locale}/faq.json`, 'utf8')) as { entries: FaqTexts };
    return [locale, createFaqIndex(Object.entries(entries).map(([id, { q, a }]) => ({ id, question: q, answer: a })))];
  }),
);
const find = (locale: Locale, query: string) =>
  searches
    .get(locale)?.(query)
    .map(({ id }) => id) ?? [];

describe('the search over the questions', () => {
  it.each<[Locale, string, string]>([
    ['en', 'forgot password', 'lost-password'],
    ['en', 'liquidatoin', 'liquidation'],
    ['en', 'network paused', 'network-paused'],
    ['en', 'push messages', 'hear'],
    ['de', 'Order ändern', 'amend-order'],
    ['ru', 'закрыть аккаунт', 'close-account'],
    ['de', 'Vorverkauf', 'presale'],
    ['zh-TW', '預售', 'presale'],
    ['ja', 'データの写し', 'data-copy'],
    ['en', 'liquidated', 'liquidation'],
    ['zh-CN', '忘记密码', 'lost-password'],
    ['zh-CN', '助记词', 'phrase'],
    ['zh-CN', '提现要交税吗', 'withdraw-tax'],
    ['zh-TW', '忘記密碼', 'lost-password'],
    ['zh-TW', '資金費', 'funding'],
    ['ja', 'パスワードを忘れた', 'lost-password'],
    ['ja', '強制決済', 'liquidation'],
    ['ja', '出金 税金', 'withdraw-tax'],
    ['ko', '비밀번호 잊음', 'lost-password'],
    ['ko', '출금하려면 세금', 'withdraw-tax'],
    ['ko', '청산', 'liquidation'],
    ['tr', 'parolami unuttum', 'lost-password'],
    ['vi', 'quen mat khau', 'lost-password'],
    ['vi', 'đòn bẩy', 'perpetual-what'],
    ['es', 'contrasena olvidada', 'lost-password'],
    ['it', 'password dimenticata', 'lost-password'],
    ['fr', 'depot', 'deposit-how'],
    ['de', 'Passwort vergessen', 'lost-password'],
    ['de', 'Auszahlung Steuer', 'withdraw-tax'],
    ['ru', 'забыл пароль', 'lost-password'],
    ['ms', 'lupa kata laluan', 'lost-password'],
    ['en', 'proof of reserves', 'reserves'],
    ['de', 'Reserven', 'reserves'],
    ['es', 'reservas', 'reserves'],
    ['fr', 'reserves', 'reserves'],
    ['it', 'riserve', 'reserves'],
    ['ja', '準備金はありますか', 'reserves'],
    ['ko', '준비금 충당', 'reserves'],
    ['ms', 'rizab', 'reserves'],
    ['ru', 'резервы', 'reserves'],
    ['tr', 'rezerv', 'reserves'],
    ['vi', 'du tru du khong', 'reserves'],
    ['zh-CN', '储备覆盖', 'reserves'],
    ['zh-TW', '準備金涵蓋', 'reserves'],
  ])('finds in %s for "%s" the entry %s among the first three', (locale, query, id) => {
    expect(find(locale, query).slice(0, 3)).toContain(id);
  });
  it.each([...LOCALES])('finds in %s each entry by its own question', (locale) => {
    const { entries } = JSON.parse(readFileSync(`messages/${locale}/faq.json`, 'utf8')) as { entries: FaqTexts };
    const missed = Object.entries(entries).filter(([id, { q }]) => find(locale, q)[0] !== id);
    expect(missed.map(([id]) => id)).toEqual([]);
    expect(Object.keys(entries)).toEqual(Object.keys(FAQ_ENTRIES));
    expect(Object.keys(entries).length).toBeGreaterThanOrEqual(40);
  });
  it.each<[Locale, string]>([
    ['en', 'zebra crossing'],
    ['zh-CN', '天气预报'],
    ['ja', '野球'],
    ['ko', '날씨예보'],
  ])('finds nothing in %s for "%s"', (locale, query) => expect(find(locale, query)).toEqual([]));
  it('takes words apart where they are spaced, and pairs of characters where they are not', () => {
    expect(tokenize('Dépôt USDTを出金 수수료는')).toEqual(['depot', 'usdt', 'を出', '出金', '수수', '수료', '료는']);
  });
});
