import type { Locale } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** Keeps the language in which somebody uses the app. */
export async function setLanguage(tx: Tx, { userId, lang }: { userId: string; lang: Locale }): Promise<void> {
  await tx.query(
    `INSERT INTO user_languages (user_id, lang) SELECT id, $2 FROM users WHERE id = $1 AND kind = 'person'
     ON CONFLICT (user_id) DO UPDATE SET lang = excluded.lang WHERE user_languages.lang <> excluded.lang`,
    [userId, lang],
  );
}
