import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

type Messages = ComponentProps<typeof NextIntlClientProvider>['messages'];

/** Returns the first HTML of a part of a page, in English and UTC, with what `client` holds as it was read. */
export function draw(part: ReactNode, { client, messages }: { client: QueryClient; messages: Messages }): string {
  return renderToString(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

/** Returns what is read of a part of a page: its words alone. */
export function drawText(part: ReactNode, given: Parameters<typeof draw>[1]): string {
  return draw(part, given)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
