import { monotonicNow } from '../../platform/clock';
import type { Database } from '../../platform/db';
import type { Logger } from '../../platform/logger';

/** While somebody waits for an owner, the leases are read so often; one statement, however many wait. */
const LOOK_GAP_MS = 100;

export type Owners = {
  /** The process that held a lease when it was last looked at, null when nobody did. */
  find(lease: string): string | null;
  /** Resolves when the leases have been read again; never throws. */
  look(): Promise<void>;
};

/** Who writes which market, as the database says: whatever a process believes of itself, its lease is what counts. */
export function createOwners({ db, log, leases }: { db: Database; log: Logger; leases: readonly string[] }): Owners {
  let owners = new Map<string, string>();
  let looking: Promise<void> | null = null;
  let nextAt = 0;

  async function read(): Promise<void> {
    const waitMs = nextAt - monotonicNow();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const { rows } = await db.read.query<{ part: string; owner: string }>(
        'SELECT part, owner FROM leases WHERE part = ANY($1::text[]) AND expires_at > clock_timestamp()',
        [leases],
      );
      owners = new Map(rows.map(({ part, owner }) => [part, owner]));
    } catch (error) {
      log.warn({ err: error }, 'who writes which market could not be read');
    }
    nextAt = monotonicNow() + LOOK_GAP_MS;
  }

  return {
    find: (lease) => owners.get(lease) ?? null,
    look() {
      looking ??= read().finally(() => {
        looking = null;
      });
      return looking;
    },
  };
}
