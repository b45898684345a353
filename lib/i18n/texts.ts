import 'server-only';
import { createTranslator } from 'next-intl';
import type en from '../../messages/en.json';
import type { Locale } from '../protocol/wire';

export type Messages = typeof en;
export type Namespace = keyof Messages;

const loaded = new Map<Locale, Promise<Messages>>();

async function load(locale: Locale): Promise<Messages> {
  return ((await import(`../../messages/${locale}.json`)) as { default: Messages }).default;
}

/** Returns all texts of a language; every catalogue is complete, which `npm run validate` proves. */
export function loadMessages(locale: Locale): Promise<Messages> {
  // While developing, texts change under a running server.
  if (process.env.NODE_ENV !== 'production') return load(locale);
  const known = loaded.get(locale) ?? load(locale);
  loaded.set(locale, known);
  return known;
}

/** Returns the translator of one namespace for a server component: public pages send the browser no catalogue at all. */
export async function getTexts<N extends Namespace>(locale: Locale, namespace: N) {
  const messages = await loadMessages(locale);
  return createTranslator<Messages, N>({ locale, messages, namespace, timeZone: 'UTC' } as never);
}
