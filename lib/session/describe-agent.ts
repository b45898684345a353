import { findWalletName } from '../wallet/user-agents';

/** The more special come first: Edge and Samsung Internet call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Version\/[\d.]+.*Safari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /Linux|X11/],
];
/** A longer one is cut before it is searched. */
const USER_AGENT_LENGTH_MAX = 512;

/** Returns browser (a wallet's own by the wallet's name) and system of a user agent; undefined for what it doesn't say. */
export function describeAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const text = userAgent.slice(0, USER_AGENT_LENGTH_MAX);
  const find = (names: readonly (readonly [string, RegExp])[]) => names.find(([, pattern]) => pattern.test(text))?.[0];
  return { browser: findWalletName(text) ?? find(BROWSERS), system: find(SYSTEMS) };
}
