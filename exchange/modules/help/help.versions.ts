import { z } from 'zod';
import { LOCALES, type Locale } from '../../../lib/protocol/wire';
import { FAQ_ENTRIES, type FaqId, type FaqTexts } from '../../../lib/rules/help';
import type { Tx } from '../../platform/db';
import { HELP_TEXTS } from './help.texts';

const entryText = z.strictObject({ q: z.string(), a: z.string() });
const textsSchema = z.partialRecord(z.enum(LOCALES), entryText);
/** Question and answer by language; a language that isn't there is shown as it ships. */
export type HelpTextsOf = z.infer<typeof textsSchema>;
/** `texts` null: shown as it ships. `at` in ms. */
export type HelpVersion = { entry: FaqId; version: number; texts: HelpTextsOf | null; note: string; at: number };

type Row = { entry: string; version: number; texts: string | null; note: string; at: string };
const toVersion = ({ texts, at, ...row }: Row): HelpVersion => ({
  ...row,
  entry: row.entry as FaqId,
  texts: texts === null ? null : textsSchema.parse(JSON.parse(texts)),
  at: Number(at),
});
/** Versions of an entry in one look. */
const VERSIONS_MAX = 50;
/** Entries that were ever changed: no more than there are, and those that an older version had. */
const ENTRIES_MAX = 500;

/** Returns how an entry ships, in every language. */
export function shippedTexts(entry: FaqId): Record<Locale, { q: string; a: string }> {
  return Object.fromEntries(LOCALES.map((lang) => [lang, HELP_TEXTS[lang].faq.entries[entry]])) as Record<Locale, { q: string; a: string }>;
}

/** Returns the versions of an entry, newest first. */
export async function listHelpVersions(tx: Tx, entry: string): Promise<HelpVersion[]> {
  const { rows } = await tx.query<Row>(
    'SELECT entry, version, texts, note, at FROM help_versions WHERE entry = $1 ORDER BY version DESC LIMIT $2',
    [entry, VERSIONS_MAX],
  );
  return rows.map(toVersion);
}

/** Returns an entry as members read it in every language, which languages are changed, and its versions, newest first; null: there is none. */
export async function readHelpEntry(tx: Tx, id: string) {
  if (!Object.hasOwn(FAQ_ENTRIES, id)) return null;
  const entry = id as FaqId;
  const versions = await listHelpVersions(tx, entry);
  const changes = versions[0]?.texts ?? {};
  return { texts: { ...shippedTexts(entry), ...changes }, changed: Object.keys(changes), versions };
}

/** Returns the newest version of each entry that was ever changed. */
async function listNewest(tx: Tx): Promise<HelpVersion[]> {
  const { rows } = await tx.query<Row>(
    'SELECT DISTINCT ON (entry) entry, version, texts, note, at FROM help_versions ORDER BY entry, version DESC LIMIT $1',
    [ENTRIES_MAX],
  );
  return rows.filter(({ entry }) => Object.hasOwn(FAQ_ENTRIES, entry)).map(toVersion);
}

/** Returns every entry with its texts in a language as members read them; `version` 0: never changed. */
export async function listHelpEntries(tx: Tx, lang: Locale) {
  const newest = new Map((await listNewest(tx)).map((version) => [version.entry, version]));
  return (Object.keys(FAQ_ENTRIES) as FaqId[]).map((entry) => {
    const { version = 0, texts = null, at = null } = newest.get(entry) ?? {};
    const { topic } = FAQ_ENTRIES[entry];
    return { entry, topic, version, at, langs: Object.keys(texts ?? {}), ...(texts?.[lang] ?? HELP_TEXTS[lang].faq.entries[entry]) };
  });
}

/** Returns the entries that operators changed in a language, by their ids. */
export async function readHelpChanges(tx: Tx, lang: Locale): Promise<FaqTexts> {
  return Object.fromEntries((await listNewest(tx)).flatMap(({ entry, texts }) => (texts?.[lang] ? [[entry, texts[lang]]] : [])));
}

/** Lets nobody else write a version before this transaction ends. */
export async function lockHelpVersions(tx: Tx): Promise<void> {
  await tx.query('LOCK TABLE help_versions IN SHARE ROW EXCLUSIVE MODE');
}

/** Writes the next version of an entry while the versions are locked, and returns its number. */
export async function insertHelpVersion(tx: Tx, { entry, texts, note, at }: Omit<HelpVersion, 'version'>): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    `INSERT INTO help_versions (entry, version, texts, note, at)
     SELECT $1::text, coalesce(max(version), 0) + 1, $2::text, $3::text, $4::int8 FROM help_versions WHERE entry = $1 RETURNING version`,
    [entry, texts === null ? null : JSON.stringify(texts), note, at],
  );
  return rows[0]?.version ?? 0;
}
