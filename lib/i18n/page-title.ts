import 'server-only';
import type { Metadata } from 'next';
import { localeOr } from './locales';
import { loadMessages, type Messages, type Namespace } from './texts';

type PageParams = { params: Promise<{ locale: string }> };

/** Returns the `generateMetadata` of a page whose browser title is one plain text of the catalogue. */
export function titleOf<N extends Namespace>(namespace: N, key: keyof Messages[N]) {
  return async ({ params }: PageParams): Promise<Metadata> => {
    const messages = await loadMessages(localeOr((await params).locale));
    return { title: String(messages[namespace][key]) };
  };
}
