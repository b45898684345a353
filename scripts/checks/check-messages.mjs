#!/usr/bin/env node
// The thirteen languages have the same files, which lib/i18n/catalogue.ts reads, with the same keys and placeholders, no empty text, texts
// that parse, and one text for every error code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const LOCALES = ['en', 'zh-CN', 'zh-TW', 'ja', 'tr', 'vi', 'es', 'it', 'fr', 'de', 'ru', 'ko', 'ms'];

/** Returns one sentence per fault of `catalogues` (locale -> tree of texts, English among them). */
export function findMessageFaults({ catalogues, errorCodes }) {
  const english = flatten(catalogues.en ?? {});
  const faults = errorCodes.filter((code) => !english.has(`Errors.${code}`)).map((code) => `en: no text for error ${code}`);
  for (const [locale, tree] of Object.entries(catalogues)) {
    const texts = flatten(tree);
    for (const key of english.keys()) if (!texts.has(key)) faults.push(`${locale}: ${key} is missing`);
    for (const [key, text] of texts) faults.push(...findTextFaults({ locale, key, text, english: english.get(key) }));
  }
  return faults;
}

function findTextFaults({ locale, key, text, english }) {
  if (english == null) return [`${locale}: ${key} is not in en`];
  if (typeof text !== 'string' || text.trim() === '') return [`${locale}: ${key} is empty`];
  if (text.startsWith('TODO')) return [`${locale}: ${key} is still to be written`];
  const own = readPlaceholders(text);
  if (own == null) return [`${locale}: ${key} does not parse: ${text}`];
  const wanted = readPlaceholders(english);
  return [
    ...(wanted != null && own !== wanted ? [`${locale}: ${key} has {${own}} where en has {${wanted}}`] : []),
    ...(WRONG_PERCENT[locale]?.test(text) ? [`${locale}: ${key} writes a percentage as another language does: ${text}`] : []),
    ...findPluralFaults({ locale, key, text }),
  ];
}

/** How a language doesn't write a percentage: with a space, without one or with one where a line may break, or behind the number. */
const TIGHT = /[\d}#]\s%/u;
const SPACED = /[\d}#][ \u202f]?%/u;
const WRONG_PERCENT = {
  ...{ en: TIGHT, it: TIGHT, ja: TIGHT, ko: TIGHT, ms: TIGHT, vi: TIGHT, 'zh-CN': TIGHT, 'zh-TW': TIGHT },
  ...{ de: SPACED, es: SPACED, fr: SPACED, ru: SPACED },
  tr: /[\d}#]\s?%(?![\d{])/u,
};

/** Forms that a plural of a language has beside `other`; numbers in the millions have one more in Spanish, French and Italian, which nothing here counts to. */
const PLURALS = { ...{ en: ['one'], de: ['one'], es: ['one'], fr: ['one'], it: ['one'] }, ru: ['one', 'few', 'many'] };

function findPluralFaults({ locale, key, text }) {
  const missing = [];
  const walk = (parts) => {
    for (const part of parts) {
      if (part.type === TYPE.plural)
        missing.push(...(PLURALS[locale] ?? []).filter((form) => !(form in part.options) && !(form === 'one' && '=1' in part.options)));
      if (part.options) for (const option of Object.values(part.options)) walk(option.value);
    }
  };
  walk(parse(text));
  return missing.map((form) => `${locale}: ${key} has no plural for ${form}`);
}

/** Names of the arguments and tags of a text, sorted; null when it doesn't parse. */
function readPlaceholders(text) {
  const names = new Set();
  const walk = (parts) => {
    for (const part of parts) {
      if (part.type !== TYPE.literal && part.type !== TYPE.pound) names.add(part.type === TYPE.tag ? `<${part.value}>` : part.value);
      if (part.options) for (const option of Object.values(part.options)) walk(option.value);
      if (part.children) walk(part.children);
    }
  };
  try {
    walk(parse(text));
  } catch {
    // The parser throws for exactly this: the caller reports it.
    return null;
  }
  return [...names].sort().join(', ');
}

function flatten(tree, prefix = '', found = new Map()) {
  for (const [key, value] of Object.entries(tree)) {
    if (value != null && typeof value === 'object') flatten(value, `${prefix}${key}.`, found);
    else found.set(prefix + key, value);
  }
  return found;
}

/** Returns one sentence per fault of the files themselves: `files` are the names under each locale, `listed` what lib/i18n/catalogue.ts reads. */
export function findFileFaults({ files, listed }) {
  const english = new Set(files.en ?? []);
  return [
    ...Object.entries(files).flatMap(([locale, names]) => [
      ...[...english].filter((name) => !names.includes(name)).map((name) => `messages/${locale}/${name} is missing`),
      ...names.filter((name) => !english.has(name)).map((name) => `messages/${locale}/${name} is not in en`),
    ]),
    ...[...english]
      .filter((name) => listed[name] !== toNamespace(name))
      .map((name) => `lib/i18n/catalogue.ts does not read ${name} as ${toNamespace(name)}`),
  ];
}

/** `error-values.json` holds the namespace `ErrorValues`. */
function toNamespace(name) {
  return name.replace(/\.json$/, '').replace(/(^|-)([a-z])/g, (_all, _dash, letter) => letter.toUpperCase());
}

function readTexts(locale, names) {
  return Object.fromEntries(names.map((name) => [toNamespace(name), JSON.parse(readFileSync(`messages/${locale}/${name}`, 'utf8'))]));
}

function main() {
  const files = Object.fromEntries(
    LOCALES.map((locale) => [locale, existsSync(`messages/${locale}`) ? readdirSync(`messages/${locale}`) : []]),
  );
  const catalogues = Object.fromEntries(Object.entries(files).map(([locale, names]) => [locale, readTexts(locale, names)]));
  const listed = Object.fromEntries(
    [...readFileSync('lib/i18n/catalogue.ts', 'utf8').matchAll(/^ {2}(\w+): [\s\S]*?messages\/\$\{locale\}\/([a-z-]+\.json)/gm)].map(
      (match) => [match[2], match[1]],
    ),
  );
  const errorCodes = [...readFileSync('lib/protocol/errors.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): row\(/gm)].map(
    (match) => match[1],
  );
  const faults = [...findFileFaults({ files, listed }), ...findMessageFaults({ catalogues, errorCodes })];
  if (errorCodes.length === 0) faults.push('lib/protocol/errors.ts: no error code was found');
  for (const fault of faults) console.error(fault);
  console.log(
    `messages: ${Object.keys(catalogues).length} catalogues, ${flatten(catalogues.en ?? {}).size} texts each, ${faults.length} faults`,
  );
  process.exit(faults.length > 0 ? 1 : 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
