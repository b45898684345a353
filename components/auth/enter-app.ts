import type { Locale } from '@/lib/protocol/wire';
import { broadcastToTabs } from '@/lib/query/account-channel';
import * as sessionApi from '@/lib/api/session';
import { sendApi } from '@/lib/query/api-client';
import { wantedPage } from '../layout/wanted-page';

/**
 * Goes on into the app after signing in; a language that stood in the address becomes the stored choice. The document is loaded anew, so
 * that nothing of a visitor stays in it; where documents come without cookies, the landing or wallet page that the guard shows goes on.
 */
export async function enterApp(locale: Locale): Promise<void> {
  broadcastToTabs('changed');
  if (location.pathname.startsWith(`/${locale}/`)) {
    // The member pages carry no language in their address. If this fails they are in English: no reason to keep anyone out.
    await sendApi(sessionApi.preferences, { locale }).catch(() => undefined);
  }
  location.assign(wantedPage(location.search));
}

/** Puts values into the `{name}` places of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
