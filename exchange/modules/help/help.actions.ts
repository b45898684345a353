import { z } from 'zod';
import { LOCALES } from '../../../lib/protocol/wire';
import { FAQ_ENTRIES, type FaqId } from '../../../lib/rules/help';
import type { Tx } from '../../platform/db';
import { ActionRefused, defineAction } from '../operators/operators';
import { type HelpTextsOf, insertHelpVersion, listHelpVersions, lockHelpVersions, shippedTexts } from './help.versions';

const QUESTION_MAX = 200;
const ANSWER_MAX = 2_000;
const PLACE = /\{(\w+)\}/g;

const entryField = z.enum(Object.keys(FAQ_ENTRIES) as [FaqId, ...FaqId[]], 'an entry of the help centre');
const textField = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !text.includes('\0'));
const noteField = z.string().trim().min(1, 'what changed').max(300);
/** The version that somebody read before they asked; 0: as it ships. */
const baseField = z.int('the version that was read').min(0);
const textsField = z
  .partialRecord(z.enum(LOCALES), z.strictObject({ q: textField(QUESTION_MAX), a: textField(ANSWER_MAX) }))
  .refine((texts) => Object.keys(texts).length > 0, 'a text is needed');

const placesIn = (texts: readonly { q: string; a: string }[]) =>
  texts.flatMap(({ q, a }) => [...`${q} ${a}`.matchAll(PLACE)].map(([, name]) => name));

/** Places that some text ships with: a figure that nobody fills would have its entry shown nowhere. @throws ActionRefused */
function checkPlaces(texts: readonly { q: string; a: string }[]): void {
  const entries = Object.keys(FAQ_ENTRIES) as FaqId[];
  const known = new Set(placesIn(entries.flatMap((entry) => Object.values(shippedTexts(entry)))));
  const unknown = placesIn(texts).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ActionRefused('INPUT_INVALID', `Nothing fills {${unknown}}: figures are ${[...known].sort().join(', ')}.`);
}

/** Returns an entry with the version that members read, which stays the newest in this transaction. */
async function readBase(tx: Tx, { entry, base }: { entry: FaqId; base: number }) {
  await lockHelpVersions(tx);
  const [newest] = await listHelpVersions(tx, entry);
  return { what: `the text ${entry}`, now: String(newest?.version ?? 0), read: String(base) };
}

const writeTexts = (texts: HelpTextsOf) => Object.entries(texts).map(([lang, { q, a }]) => `${lang}: ${q}\n${a}`);

/** What the help centre says, in the languages that are given; the others stay as they are. */
export const changeHelpAction = defineAction({
  name: 'help.change',
  schema: z.strictObject({ entry: entryField, base: baseField, texts: textsField, note: noteField }),
  describe: ({ entry, texts, note }) => [
    `the help centre says about "${entry}" from the approval on:`,
    ...writeTexts(texts),
    `as before: ${LOCALES.filter((lang) => texts[lang] === undefined).join(', ') || 'no language'}`,
    `note: ${note}`,
  ],
  readBase,
  async run(tx, { input: { entry, texts, note }, at }) {
    checkPlaces(Object.values(texts));
    const [before] = await listHelpVersions(tx, entry);
    const version = await insertHelpVersion(tx, { entry, texts: { ...before?.texts, ...texts }, note, at });
    return `help text ${entry} is shown in version ${version}`;
  },
});

/** What ships is shown again, in every language. */
export const restoreHelpAction = defineAction({
  name: 'help.restore',
  schema: z.strictObject({ entry: entryField, base: baseField, note: noteField }),
  describe: ({ entry, note }) => [
    `the help centre says about "${entry}" what it says without any change, in every language:`,
    ...writeTexts(shippedTexts(entry)),
    `note: ${note}`,
  ],
  readBase,
  async run(tx, { input: { entry, note }, at }) {
    const [before] = await listHelpVersions(tx, entry);
    if (before === undefined || before.texts === null)
      throw new ActionRefused('INPUT_INVALID', `The text ${entry} is shown as it ships: nothing changed.`);
    const version = await insertHelpVersion(tx, { entry, texts: null, note, at });
    return `help text ${entry} is shown as it ships, as version ${version}`;
  },
});
