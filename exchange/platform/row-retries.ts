/** What rows that are put aside are of, as `row_retries` names them. */
type Kind = 'loan' | 'staking' | 'purchase' | 'sale' | 'option';

/** SQL: operators have asked for a row since it was put aside. `row` is its table's name in the statement, with its dot. */
export const wasAskedFor = (kind: Kind, row = '') =>
  `EXISTS (SELECT 1 FROM row_retries WHERE kind = '${kind}' AND row_id = ${row}id AND asked_at > ${row}aside_at)`;

/** SQL: a row may be tried. It wasn't put aside, or at `before` (a parameter, ms) at the latest, or operators have asked for it since. */
export const mayBeTried = (kind: Kind, before: string, row = '') =>
  `(${row}aside_at IS NULL OR ${row}aside_at <= ${before} OR ${wasAskedFor(kind, row)})`;
