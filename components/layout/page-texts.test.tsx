import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageTexts } from './page-texts';

function Words() {
  return `${useTranslations('Common')('close')} ${useTranslations('Wallet')('title')}`;
}

it('adds the texts of a page to those around it, in the language around it', () => {
  const html = renderToString(
    <NextIntlClientProvider locale="de" messages={{ Common: { close: 'Schließen' } }} timeZone="UTC">
      <PageTexts texts={{ Wallet: { title: 'Wallet' } }}>
        <Words />
      </PageTexts>
    </NextIntlClientProvider>,
  );
  expect(html).toBe('Schließen Wallet');
});
