import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { proveWire } from './wires.repository';

/** What call 44 does for a bank transfer. */
type WireProofs = {
  /** Notes that it was sent. `end`: the last six digits of its reference; null: the newest one. @throws WIRE_NOT_FOUND */
  prove(tx: Tx, input: { userId: string; end: string | null; picture: string | null; at: number }): Promise<void>;
};

export const wireProofs: WireProofs = {
  async prove(tx, input) {
    if ((await proveWire(tx, input)) === null) throw new DomainError('WIRE_NOT_FOUND');
  },
};
