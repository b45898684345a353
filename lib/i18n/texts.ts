import 'server-only';
import { createTranslator } from 'next-intl';
import type { TextKey } from '../pages/pages';
import type { Locale } from '../protocol/wire';
import { type Messages, NAMESPACES, type Namespace, readNamespace } from './catalogue';

const loaded = new Map<string, Promise<unknown>>();

/** Returns the texts of one namespace; every catalogue is complete, which `npm run validate` proves. */
export function loadNamespace<N extends Namespace>(locale: Locale, namespace: N): Promise<Messages[N]> {
  // While developing, texts change under a running server.
  if (process.env.NODE_ENV !== 'production') return readNamespace(locale, namespace);
  const key = `${locale}/${namespace}`;
  const known = (loaded.get(key) as Promise<Messages[N]> | undefined) ?? readNamespace(locale, namespace);
  loaded.set(key, known);
  return known;
}

/** Returns the texts of some namespaces, all of them unless they are named. */
export async function loadMessages<N extends Namespace = Namespace>(
  locale: Locale,
  namespaces: readonly N[] = NAMESPACES as N[],
): Promise<Pick<Messages, N>> {
  const texts = await Promise.all(namespaces.map(async (namespace) => [namespace, await loadNamespace(locale, namespace)] as const));
  return Object.fromEntries(texts) as Pick<Messages, N>;
}

/** Returns the translator of one namespace for a server component: public pages send the browser no catalogue at all. */
export async function getTexts<N extends Namespace>(locale: Locale, namespace: N) {
  const messages = await loadMessages(locale, [namespace]);
  return createTranslator<Messages, N>({ locale, messages, namespace, timeZone: 'UTC' } as never);
}

/** Returns one text without places, by its key. */
export async function getText(locale: Locale, key: TextKey): Promise<string> {
  const [namespace, ...path] = key.split('.') as [Namespace, ...string[]];
  const text = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], await loadNamespace(locale, namespace));
  return String(text);
}
