import { readSafeNext } from '@/lib/security/safe-next';
import type { Locale } from '@/lib/protocol/wire';
import { postJson } from '@/lib/query/api-client';

/** The page that the visitor wanted before they had to sign in, else the home tab. Only paths of our own site. */
export function wantedPage(): string {
  return readSafeNext(new URLSearchParams(location.search).get('next')) ?? '/tab1';
}

/** The address of another door, keeping where the visitor wants to go and who invited them. */
export function doorHref(path: string, search: string): string {
  const from = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ['next', 'invit']) {
    const value = from.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/** Goes on into the app after signing in; a language that stood in the address becomes the stored choice. */
export async function enterApp(locale: Locale): Promise<void> {
  if (location.pathname.startsWith(`/${locale}/`)) {
    // The member pages carry no language in their address. If this fails they are in English: no reason to keep anyone out.
    await postJson('/api/preferences', { locale }).catch(() => undefined);
  }
  location.assign(wantedPage());
}

/** Puts values into the `{name}` places of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
