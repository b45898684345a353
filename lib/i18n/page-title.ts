import 'server-only';
import type { Metadata } from 'next';
import { localeOr } from './locales';
import type { Messages, Namespace } from './catalogue';
import { loadNamespace } from './texts';

type PageParams = { params: Promise<{ locale: string }> };

/** Returns the `generateMetadata` of a page whose browser title is one plain text of the catalogue. */
export function titleOf<N extends Namespace>(namespace: N, key: keyof Messages[N]) {
  return async ({ params }: PageParams): Promise<Metadata> => {
    const texts = await loadNamespace(localeOr((await params).locale), namespace);
    return { title: String(texts[key]) };
  };
}
