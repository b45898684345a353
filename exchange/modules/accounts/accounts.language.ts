import { DEFAULT_LOCALE, type Locale } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** Keeps the language in which somebody uses the app. */
export async function setLanguage(tx: Tx, { userId, lang }: { userId: string; lang: Locale }): Promise<void> {
  await tx.query(
    `INSERT INTO user_languages (user_id, lang) SELECT id, $2 FROM users WHERE id = $1 AND kind = 'person'
     ON CONFLICT (user_id) DO UPDATE SET lang = excluded.lang WHERE user_languages.lang <> excluded.lang`,
    [userId, lang],
  );
}

/** Returns the language that a mail to an address is written in: that of its account, or of `userId` where the address is new; then `asked`, English at last. */
export async function findMailLanguage(tx: Tx, of: { email: string; userId?: string; asked?: Locale | null }): Promise<Locale> {
  const { rows } = await tx.query<{ lang: Locale }>(
    `SELECT l.lang FROM users u JOIN user_languages l ON l.user_id = u.id WHERE u.id = $2 OR ($2::int8 IS NULL AND u.email_key = lower($1))`,
    [of.email, of.userId ?? null],
  );
  return rows[0]?.lang ?? of.asked ?? DEFAULT_LOCALE;
}
