import 'server-only';
import type { Metadata } from 'next';
import type { Messages } from '@/lib/i18n/catalogue';
import { loadMessages } from '@/lib/i18n/texts';
import { type AuthParams, readAuthPage } from './read-auth-page';

/** Language and texts of the pages to which mails lead. */
export async function readWayBack(params: AuthParams['params']) {
  const page = await readAuthPage(params);
  const { WayBack } = await loadMessages(page.locale, ['WayBack']);
  return { ...page, wayBack: WayBack };
}

/** Title of such a page; no search engine lists it. */
export async function wayBackMetadata(params: AuthParams['params'], title: (texts: Messages['WayBack']) => string): Promise<Metadata> {
  const { wayBack } = await readWayBack(params);
  return { title: title(wayBack), robots: { index: false } };
}
