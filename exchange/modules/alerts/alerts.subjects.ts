import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { calculateNearPrice } from './alerts.math';
import type { Alert, Direction } from './alerts.repository';

type Owner = { userId: string; mode: Mode };
/** What alerts are about, as other modules know it. */
export type AlertSubjects = {
  /** The liquidation price (mark price, decimal) of somebody's open position; null: there is none, or no price does it. */
  findLiquidation(tx: Tx, of: Owner & { market: string }): Promise<{ side: 'long' | 'short'; price: string } | null>;
  /** The mark price at which its person is warned of its margin. */
  findWarning(tx: Tx, of: Owner & { market: string }): Promise<{ side: 'long' | 'short'; price: string } | null>;
  /** When an open loan is due, and when a running staking position ends, in ms; null: it isn't theirs, or over. */
  findLoanDue(tx: Tx, of: Owner & { id: string }): Promise<number | null>;
  findTermEnd(tx: Tx, of: Owner & { id: string }): Promise<number | null>;
};

const HOUR_MS = 3_600_000;

/** What an alert waits for. */
export type Wait = { direction: Direction; threshold: string };
type About = Pick<Alert, 'userId' | 'mode' | 'kind' | 'subject' | 'level'>;

/** Returns what an alert of a position, a loan or a term waits for as things are now; null: there is nothing to wait for. */
export async function findWait(tx: Tx, subjects: AlertSubjects, { userId, mode, kind, subject, level }: About): Promise<Wait | null> {
  if (kind === 'liquidation') {
    const position = await subjects.findLiquidation(tx, { userId, mode, market: subject });
    if (position === null) return null;
    const threshold = calculateNearPrice({ liquidation: position.price, side: position.side, percent: level });
    return { direction: position.side === 'long' ? 'down' : 'up', threshold };
  }
  if (kind === 'margin') {
    const position = await subjects.findWarning(tx, { userId, mode, market: subject });
    return position === null ? null : { direction: position.side === 'long' ? 'down' : 'up', threshold: position.price };
  }
  const of = { userId, mode, id: subject };
  const end = await (kind === 'loan' ? subjects.findLoanDue(tx, of) : subjects.findTermEnd(tx, of));
  return end === null ? null : { direction: 'up', threshold: String(end - Number(level) * HOUR_MS) };
}
