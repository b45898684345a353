import { isNamed } from '../../../lib/rules/names';
import type { Tx } from '../../platform/db';
import type { Wire } from './wires.repository';

/** Returns the verified name of a user; null: nobody has verified one. */
export type ReadName = (tx: Tx, userId: string) => Promise<{ firstName: string; lastName: string } | null>;

/** Returns whether the bank names the verified owner as the sender; null where nothing arrived, nobody is verified, or the letters can't be compared. */
export function compareSender({ sender }: Pick<Wire, 'sender'>, name: Awaited<ReturnType<ReadName>>): 'same' | 'other' | null {
  const isSame = sender === null || name === null ? null : isNamed(name, sender);
  return isSame === null ? null : isSame ? 'same' : 'other';
}
