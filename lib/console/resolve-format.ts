import { DEFAULT_FORMAT_SETTINGS, type FormatSettings } from './formatter';

/** Language, script, region: nothing that changes digits or the calendar. */
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?$/;
/** Of what a browser says, more is not read. */
const HEADER_LENGTH_MAX = 400;
const ZONE_LENGTH_MAX = 60;
/** A name, no distance from UTC. */
const ZONE = /^[A-Za-z]/;
const ZONES: ReadonlySet<string> = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** Every time zone that can be chosen, UTC first. */
export const TIME_ZONES: readonly string[] = [...ZONES];
/** Locales that are offered; a browser may say another one. */
export const OFFERED_LOCALES = [
  ...['en-GB', 'en-US', 'en-IN', 'de-DE', 'de-CH', 'es-ES', 'fr-FR', 'fr-CH', 'it-IT', 'ja-JP', 'ko-KR', 'ms-MY', 'nl-NL', 'pl-PL'],
  ...['pt-BR', 'ru-RU', 'sv-SE', 'tr-TR', 'vi-VN', 'zh-CN', 'zh-TW'],
] as const;

/** Returns a locale as this process knows it; null: it knows none of this name. */
function findLocale(tag: string): string | null {
  return TAG.test(tag) ? (Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null) : null;
}

/** Returns what a browser asks for that is known here, best first by its weight. */
function readAccepted(header: string | null): string | null {
  const asked = (header ?? '').slice(0, HEADER_LENGTH_MAX).split(',');
  const weighed = asked.map((part) => {
    const [tag = '', weight = ''] = part.split(';').map((piece) => piece.trim());
    const found = /^q=(0(?:\.[0-9]{1,3})?|1(?:\.0{1,3})?)$/.exec(weight)?.[1];
    return { tag, weight: weight === '' ? 1 : Number(found ?? 0) };
  });
  const wanted = weighed.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const locale = findLocale(tag);
    if (locale !== null) return locale;
  }
  return null;
}

/** Returns a time zone as it is called here, whichever of its names a browser has for it; null: there is none. */
export function findTimeZone(name: string): string | null {
  if (ZONES.has(name)) return name;
  if (name.length > ZONE_LENGTH_MAX || !ZONE.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns how dates and numbers are written for who chose so and whose browser says `accepted`; what is not known counts as not said. */
export function resolveFormatSettings(
  chosen: Partial<Record<keyof FormatSettings, string | undefined>>,
  accepted: string | null,
): FormatSettings {
  const { locale = '', timeZone = '' } = chosen;
  return {
    locale: findLocale(locale) ?? readAccepted(accepted) ?? DEFAULT_FORMAT_SETTINGS.locale,
    timeZone: findTimeZone(timeZone) ?? DEFAULT_FORMAT_SETTINGS.timeZone,
  };
}
