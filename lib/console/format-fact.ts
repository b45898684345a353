import type { ObjectKind } from '../operator/objects';
import type { Formatter } from './formatter';

/** Kinds whose facts are figures of the exchange, and those of which some facts are amounts; texts are shown as they were written. */
const OF_FIGURES: readonly ObjectKind[] = ['market', 'pool'];
const OF_TERMS: readonly ObjectKind[] = ['entry', 'presale'];
/** What is an amount of the terms, by its name: the id of a chain or a sale is as long, and nothing to group. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['price', 'supply', 'softCap', 'min', 'max', 'amountMin', 'amountMax', 'place', 'perDay', 'quota', 'seed', 'orderMax'],
  ...['quantityMin', 'quantityMax', 'minNotional', 'stakeMin', 'stakeMax', 'valueMin', 'valueMax', 'smallMax', 'approvalAbove'],
  ...['eachMax', 'dayMax', 'netMin', 'tickSize', 'stepSize'],
]);
/** What is said of a sale in figures beside words. */
const OF_SALES: ReadonlySet<string> = new Set(['asked for', 'price', 'soft cap', 'for a person']);
const DECIMAL = /^\d+(\.\d+)?$/;

/** Returns a fact of an object as its reader writes figures and moments. */
export function formatFact(format: Formatter, kind: ObjectKind, [name, value]: readonly [name: string, value: string]): string {
  if (OF_FIGURES.includes(kind)) return format.moments(format.exact(value));
  if (kind === 'presale' && OF_SALES.has(name)) return format.exact(value);
  if (OF_TERMS.includes(kind) && AMOUNTS.has(name) && DECIMAL.test(value)) return format.amount(value);
  return format.moments(value);
}
