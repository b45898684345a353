import { readLabel } from '../../../lib/rules/protection';
import type { AddressNetwork } from '../../../lib/rules/address-shape';
import { ADDRESS_BOOK_MAX } from '../../../lib/rules/withdrawals';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import * as stored from './withdrawals.book.repository';
import type { StepUp } from '../step-up/step-up';
import { requireDestination } from './withdrawals.destination';
import type { PayingNetworks } from './withdrawals.networks';
import type { Asking } from './withdrawals.asking.repository';
import { firstWaitMs } from './withdrawals.terms';

type Caller = { userId: string; sessionId: string };
type Deps = Pick<Platform, 'db' | 'clock' | 'env'> & { networks: PayingNetworks; stepUp: StepUp };

/** The mode as it is in force now: one that was called off holds until its end. */
export function isOnlyKept({ onlyKept, endsAt }: stored.BookSettings, now: number): boolean {
  return onlyKept && (endsAt === null || endsAt > now);
}

/** Refuses an address that may not be paid now. @throws ADDRESS_NOT_KEPT, ADDRESS_TOO_NEW */
export function requirePayable({ onlyKept, onlyKeptEndsAt: endsAt, usableAt }: Asking, now: number): void {
  if (!isOnlyKept({ onlyKept, endsAt }, now)) return;
  if (usableAt === null) throw new DomainError('ADDRESS_NOT_KEPT');
  if (usableAt > now) throw new DomainError('ADDRESS_TOO_NEW', { params: { until: new Date(usableAt).toISOString() } });
}

/** Returns the address book: whoever steals a session changes nothing in it without a confirmation. */
export function createAddressBook({ db, clock, env, networks, stepUp }: Deps) {
  const readMode = async (tx: Tx, userId: string) => {
    const settings = await stored.readSettings(tx, userId);
    const onlyKept = isOnlyKept(settings, clock.now());
    return { onlyKept, endsAt: onlyKept ? settings.endsAt : null };
  };
  return {
    list: (userId: string) => stored.listKept(db.read, userId),
    readMode: (userId: string) => readMode(db.read, userId),

    /** Keeps an address by a name, or gives a kept one another. @throws ADDRESS_…, ADDRESS_BOOK_FULL, STEP_UP_REQUIRED */
    async keep(caller: Caller, input: { network: AddressNetwork; address: string; name: string }): Promise<stored.KeptAddress> {
      const address = await requireDestination(db.read, networks, { network: input.network, text: input.address });
      return db.transaction(async (tx) => {
        const { userId } = caller;
        await stored.lockOwner(tx, userId);
        const now = clock.now();
        const { onlyKept } = await readMode(tx, userId);
        const row = {
          ...{ userId, network: input.network, address, name: readLabel(input.name), at: now, max: ADDRESS_BOOK_MAX },
          usableAt: onlyKept ? now + firstWaitMs(env.sandbox) : now,
        };
        const kept = await stored.keepAddress(tx, row);
        if (kept === null) throw new DomainError('ADDRESS_BOOK_FULL');
        await stepUp.require(tx, caller, { act: 'address', address, network: input.network });
        return kept;
      });
    },

    /** Keeps an address no more; one that is not kept needs no confirmation. @throws STEP_UP_REQUIRED, SETTINGS_LOCKED, FACTOR_CONTESTED */
    forget(caller: Caller, id: string): Promise<void> {
      return db.transaction(async (tx) => {
        await stored.lockOwner(tx, caller.userId);
        const forgotten = await stored.forgetAddress(tx, { userId: caller.userId, id });
        if (forgotten !== null) await stepUp.require(tx, caller, { act: 'addressRemoval', ...forgotten });
      });
    },

    /**
     * Switches "only to my addresses": on at once, off after the time of a first payment. What changes nothing needs no confirmation.
     * @throws STEP_UP_REQUIRED, SETTINGS_LOCKED, FACTOR_CONTESTED
     */
    async setOnlyKept(caller: Caller, isOn: boolean): Promise<stored.BookSettings> {
      return db.transaction(async (tx) => {
        await stored.lockOwner(tx, caller.userId);
        const before = await readMode(tx, caller.userId);
        // Called off again, it ends no sooner and no later.
        if (isOn === (before.onlyKept && before.endsAt === null)) return before;
        const endsAt = isOn ? null : clock.now() + firstWaitMs(env.sandbox);
        await stored.writeSettings(tx, caller.userId, { onlyKept: true, endsAt });
        // A thief who shuts every address out keeps the owner's money in as well.
        await stepUp.require(tx, caller, { act: 'address' });
        return { onlyKept: true, endsAt };
      });
    },
  };
}

export type AddressBook = ReturnType<typeof createAddressBook>;
