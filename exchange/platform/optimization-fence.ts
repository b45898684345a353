/**
 * Returns a text column as an SQL expression that the planner can't match with an index, so that it looks rows up by the ids of a batch. With the bare
 * column and stale statistics it would scan the index of the state and compare thousands of rows with each id. Only for conditions that the ids
 * imply already.
 */
export function optimizationFence(column: string): string {
  return `(${column} || '')`;
}
