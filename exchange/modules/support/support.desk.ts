import { z } from 'zod';
import { SAVED_ANSWER_NAME_MAX, SAVED_ANSWERS_MAX, SUPPORT_TEXT_MAX } from '../../../lib/rules/support';
import { LOCALES } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { ActionRefused, defineAction, fingerprint, listOperators, mayPerform } from '../operators/operators';
import { userField } from './support.actions';
import { listLinesAfter, lockThread, setHolder, type SupportLine } from './support.repository';

/** Lines of one look at what is new. */
const NEW_LINES_MAX = 50;

/** Who may be given a question: operators that are there and may answer. */
export async function listAssignableOperators(tx: Tx): Promise<{ id: string; name: string }[]> {
  const all = await listOperators(tx);
  return all.filter(({ state, roles }) => state === 'active' && mayPerform(roles, 'support.answer')).map(({ id, name }) => ({ id, name }));
}

/** Gives a question to an operator, or back to all: whoever else would answer is refused until it is handed over. */
export const handOverSupportAction = defineAction({
  name: 'support.hand-over',
  schema: z.strictObject({ user: userField, to: z.string().min(1).max(40).nullable() }),
  describe: ({ user, to }) => [`user ${user} is seen to by ${to ?? 'whoever answers'}`],
  async run(tx, { input: { user: userId, to } }) {
    const holder = to === null ? null : ((await listAssignableOperators(tx)).find(({ name }) => name === to)?.id ?? undefined);
    if (holder === undefined) throw new ActionRefused('INPUT_INVALID', `${to} is no operator who may answer.`);
    if (!(await lockThread(tx, userId))) throw new ActionRefused('INPUT_INVALID', `There is no user ${userId}.`);
    if (!(await setHolder(tx, { userId, holder }))) throw new ActionRefused('INPUT_INVALID', `User ${userId} waits for no answer.`);
    return `user ${userId} is seen to by ${to ?? 'whoever answers'}`;
  },
});

const nameField = z.string().trim().min(1, 'a name').max(SAVED_ANSWER_NAME_MAX);
const langField = z.enum(LOCALES);
type SavedAnswer = { name: string; lang: string; text: string };

/** All saved answers, by name and language. */
export async function listSavedAnswers(tx: Tx): Promise<SavedAnswer[]> {
  const sql = 'SELECT name, lang, text FROM support_saved_answers ORDER BY name, lang LIMIT $1';
  return (await tx.query<SavedAnswer>(sql, [SAVED_ANSWERS_MAX])).rows;
}

const NO_ANSWER = 'none';
const versionOf = (text: string | null | undefined) => (text == null ? NO_ANSWER : fingerprint(text));

/** Keeps an answer for use again, in one language, in the place of the one of this name that was read (`before`); null: there was none. */
export const saveAnswerAction = defineAction({
  name: 'support.save-answer',
  schema: z.strictObject({
    name: nameField,
    lang: langField,
    before: z.string().max(SUPPORT_TEXT_MAX).nullable(),
    text: z.string().trim().min(1, 'the text').max(SUPPORT_TEXT_MAX),
  }),
  describe: ({ name, lang }) => [`the answer ${name} (${lang}) is saved`],
  async readBase(tx, { name, lang, before }) {
    await tx.query('LOCK TABLE support_saved_answers IN SHARE ROW EXCLUSIVE MODE');
    const sql = 'SELECT text FROM support_saved_answers WHERE name = $1 AND lang = $2';
    const [found] = (await tx.query<{ text: string }>(sql, [name, lang])).rows;
    return { what: `the answer ${name} (${lang})`, now: versionOf(found?.text), read: versionOf(before) };
  },
  async run(tx, { input: { name, lang, text } }) {
    await tx.query(
      `INSERT INTO support_saved_answers (name, lang, text) VALUES ($1, $2, $3) ON CONFLICT (name, lang) DO UPDATE SET text = excluded.text`,
      [name, lang, text],
    );
    const { rows } = await tx.query<{ count: string }>('SELECT count(*) AS count FROM support_saved_answers');
    if (Number(rows[0]?.count) > SAVED_ANSWERS_MAX) {
      throw new ActionRefused('INPUT_INVALID', `There are ${SAVED_ANSWERS_MAX} saved answers: remove one first.`);
    }
    return `the answer ${name} (${lang}) was saved`;
  },
});

export const dropAnswerAction = defineAction({
  name: 'support.drop-answer',
  schema: z.strictObject({ name: nameField, lang: langField }),
  describe: ({ name, lang }) => [`the answer ${name} (${lang}) is removed`],
  async run(tx, { input: { name, lang } }) {
    const { rowCount } = await tx.query('DELETE FROM support_saved_answers WHERE name = $1 AND lang = $2', [name, lang]);
    if (rowCount === 0) throw new ActionRefused('INPUT_INVALID', `There is no answer ${name} (${lang}).`);
    return `the answer ${name} (${lang}) was removed`;
  },
});

/** The first lines behind a line that was shown, oldest first. */
export function showNewLines(tx: Tx, input: { userId: string; after: string }): Promise<SupportLine[]> {
  return listLinesAfter(tx, { ...input, limit: NEW_LINES_MAX });
}
