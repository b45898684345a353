import 'server-only';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { getEnv } from '../env';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../protocol/wire';

/** Returns the origin that browsers see: the configured one, else the host that this request named. */
export async function readOrigin(): Promise<string> {
  const { publicOrigin } = getEnv();
  if (publicOrigin) return publicOrigin;
  const named = `http://${(await headers()).get('host') ?? ''}`;
  // What is more, or less, than a host is no address to link to, and none that a page can be made with.
  return URL.canParse(named) && `${new URL(named).origin}/` === new URL(named).href ? new URL(named).origin : 'http://localhost';
}

/** Returns canonical address and `hreflang` alternates of a public page in thirteen languages; the path starts with "/". */
export async function publicAlternates(locale: Locale, path: string): Promise<Pick<Metadata, 'alternates' | 'metadataBase'>> {
  const languages = Object.fromEntries(LOCALES.map((other) => [other, `/${other}${path}`]));
  return {
    metadataBase: new URL(await readOrigin()),
    alternates: { canonical: `/${locale}${path}`, languages: { ...languages, 'x-default': `/${DEFAULT_LOCALE}${path}` } },
  };
}
