import { fingerprint } from '../operators/operators';
import type { Presale } from './presale.repository';

/** Returns the version of a sale's terms: what was sold in it is none of them. */
export const versionOf = ({ price, mode, softCap, amountMin, amountMax, startsAt, endsAt, vesting }: Presale) =>
  fingerprint([price, mode, softCap, amountMin, amountMax, startsAt, endsAt, vesting]);
