import { readFileSync } from 'node:fs';
import { type Locale, LOCALES } from '../../lib/protocol/wire';
import type { FaqTexts } from '../../lib/rules/help';
import { chooseLook, expect, expectAccessible, signInWithSandboxWallet, test } from './support/test';

/** What somebody types who forgot their password, in each language; those without spaces between words have none. */
const FORGOTTEN: Readonly<Record<Locale, string>> = {
  en: 'forgot password',
  de: 'passwort vergessen',
  es: 'contrasena olvidada',
  fr: 'mot de passe oublie',
  it: 'password dimenticata',
  ja: 'パスワードを忘れた',
  ko: '비밀번호를잊었어요',
  ms: 'lupa kata laluan',
  ru: 'забыл пароль',
  tr: 'parolami unuttum',
  vi: 'quen mat khau',
  'zh-CN': '忘记密码怎么办',
  'zh-TW': '忘記密碼怎麼辦',
};

test('anybody reads and searches help in a language of their own, with the figures of the exchange; a member does in the frame of the app', async ({
  page,
}) => {
  // Nine screens, five of them looked at for barriers.
  await page.goto('/tab1');
  await page.getByRole('link', { name: 'Questions and answers' }).click();
  await expect(page).toHaveURL(/\/en\/faq$/);
  const structured = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}') as {
    mainEntity: unknown[];
  };
  expect(structured.mainEntity.length).toBeGreaterThan(20);
  await expect(page.locator('link[rel=alternate][hreflang=ko]')).toHaveAttribute('href', /\/ko\/faq$/);
  await page.getByRole('searchbox').fill('liquidated');
  await expect(page.getByText('Answers found: 1')).toBeVisible();
  // The whole list stands behind it, out of sight.
  await page.getByText('What happens when I am liquidated?').filter({ visible: true }).click();
  await expect(page.getByText(/a fee of [\d.]+% is part of it/).filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/ja/faq');
  await page.getByRole('searchbox').fill('パスワードを忘れた');
  await expect(page.getByText('件の答えが見つかりました')).toBeVisible();
  await page.goto('/de/web_view?active=5');
  await expect(page.getByRole('row', { name: /Spot, Taker/ })).toContainText('%');
  await expectAccessible(page);
  for (const path of ['/de/web_view', '/de/web_view?active=7', '/de/web_view?active=https://example.org'])
    expect((await page.request.get(path)).status(), path).toBe(404);
  for (const path of ['/en/about', '/fr/legality', '/zh-CN/web_view?active=6']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(/[{}]/), path).toHaveCount(0);
    await expectAccessible(page);
  }
  await signInWithSandboxWallet(page);
  await chooseLook(page, { theme: 'day', locale: 'de' });
  await page.goto('/faq');
  await page.getByRole('searchbox').fill('Gebühr');
  await expect(page.getByText(/Gefundene Antworten/)).toBeVisible();
  await expectAccessible(page);
});

test('the search of the page finds in each of the thirteen languages what it is asked for', async ({ page }) => {
  for (const locale of LOCALES) {
    const { entries } = JSON.parse(readFileSync(`messages/${locale}/faq.json`, 'utf8')) as { entries: FaqTexts };
    await page.goto(`/${locale}/faq`);
    await page.getByRole('searchbox').fill(FORGOTTEN[locale]);
    const first = page.locator('search > details summary').first();
    await expect(first, locale).toHaveText(entries['lost-password']?.q ?? '');
  }
});
