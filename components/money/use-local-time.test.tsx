import { QueryClient } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawText } from '@/tests/helpers/draw';
import { standInPage } from '@/tests/helpers/stand-in-page';
import { useLocalTime } from './use-local-time';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo';
});
afterEach(() => {
  process.env.TZ = zone;
  vi.unstubAllGlobals();
});

let written = '';
function Sentence() {
  written = useLocalTime()('2026-03-02T14:00:00.000Z').replaceAll(/\s/g, ' ');
  return null;
}

it('a time inside a sentence is in UTC wherever the server stands, and in the zone of the reader once the page is taken over', async () => {
  drawText(<Sentence />, { client: new QueryClient(), messages: {} });
  expect(written).toBe('Mar 2, 2026, 2:00 PM');
  const place = standInPage()();
  const { createRoot } = await import('react-dom/client');
  const page = (
    <NextIntlClientProvider locale="en" messages={{}} timeZone="UTC">
      <Sentence />
    </NextIntlClientProvider>
  );
  await act(async () => createRoot(place).render(page));
  expect(written).toBe('Mar 2, 2026, 11:00 PM');
});
