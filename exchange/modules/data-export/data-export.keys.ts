/** Rows that have a number of their own. */
export const BY_ID = ['0'];
/** Rows that have one within the real and within the demo account. */
export const BY_MODE = ['', '0'];
/** Reads rows of a member by their number. */
export const ofUser = (table: string, columns: string) =>
  `SELECT ${columns}, ARRAY[id::text] AS k FROM ${table} WHERE user_id = $1 AND id > $3::int8 ORDER BY id LIMIT $2`;
/** Reads rows of a member by account and number; the account stands in `mode` or `realm`. */
export const ofMode = (table: string, columns: string, mode = 'mode') =>
  `SELECT ${columns}, ${mode}, id, ARRAY[${mode}, id::text] AS k FROM ${table}
    WHERE user_id = $1 AND (${mode}, id) > ($3::text, $4::int8) ORDER BY ${mode}, id LIMIT $2`;
