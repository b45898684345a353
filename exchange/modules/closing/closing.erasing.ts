import { CLOSED_KEPT_DAYS } from '../../../lib/rules/closing';
import type { RetentionRule } from '../../platform/retention';

/** Persons of one transaction. */
const PERSONS = 20;
/** Pictures of one transaction: each has up to some hundred thousand bytes. */
const PICTURES = 50;
const DUE = `SELECT id FROM users WHERE closed_at <= to_timestamp($1::int8 / 1000.0) AND erased_at IS NULL ORDER BY closed_at, id LIMIT ${PERSONS}`;

/** What says who somebody was, beside the row of the person: each takes at most $2 rows. Bookings, orders and agreements stay. */
const PARTS: readonly { sql: string; most: number }[] = [
  { sql: `DELETE FROM files WHERE id IN (SELECT id FROM files WHERE user_id IN (${DUE}) LIMIT $2)`, most: PICTURES },
  {
    sql: `DELETE FROM identity_submissions WHERE id IN (SELECT id FROM identity_submissions WHERE user_id IN (${DUE}) LIMIT $2)`,
    most: 1_000,
  },
  {
    // Lines are counted, so they stay without their words.
    sql: `UPDATE support_lines SET text = '-', picture = NULL WHERE id IN
      (SELECT id FROM support_lines WHERE user_id IN (${DUE}) AND (text <> '-' OR picture IS NOT NULL) LIMIT $2)`,
    most: 1_000,
  },
  {
    sql: `UPDATE notification_mails SET phrase = NULL WHERE (user_id, topic) IN
      (SELECT user_id, topic FROM notification_mails WHERE user_id IN (${DUE}) AND phrase IS NOT NULL LIMIT $2)`,
    most: 1_000,
  },
  {
    sql: `DELETE FROM wallet_allowances WHERE (user_id, network, asset) IN
      (SELECT user_id, network, asset FROM wallet_allowances WHERE user_id IN (${DUE}) LIMIT $2)`,
    most: 1_000,
  },
];

/** Erases who a closed account belonged to; some persons in each transaction, and of what they left a bounded number of rows. */
export const erasing: RetentionRule = {
  name: 'closed accounts',
  keptMs: CLOSED_KEPT_DAYS * 86_400_000,
  async remove(tx, { before, limit }) {
    for (const { sql, most } of PARTS) {
      const { rowCount } = await tx.query(sql, [before, most]);
      // As many as were asked for: there is more of these persons.
      if (rowCount === most) return limit;
    }
    const { rowCount } = await tx.query(
      `UPDATE users SET username = 'erased-' || id, username_key = 'erased-' || id, email = NULL, email_key = NULL, wallet_address = NULL,
          erased_at = greatest(closed_at, to_timestamp($1::int8 / 1000.0)) WHERE id IN (${DUE})`,
      [before],
    );
    return rowCount === PERSONS ? limit : rowCount;
  },
};
