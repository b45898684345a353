import { fingerprint } from '../operators/operators';
import type { HostingPlan } from '../registry/registry';
import type { Book } from './hosting.books.repository';

/** Returns the version of what one agrees to by hosting in a plan, with the rules of its book. What is left of its quota is none of it. */
export const versionOf = ({ days, dayMs, amountMin, amountMax, feeRate, exitRate }: HostingPlan, { terms }: Pick<Book, 'terms'>) =>
  fingerprint([days, dayMs, amountMin, amountMax, feeRate, exitRate, terms.rules]);
