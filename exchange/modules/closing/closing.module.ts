import * as calls from '../../../lib/protocol/closing';
import { writeRests } from '../../../lib/rules/closing';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { fromUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { type AccountsService, requireUnlocked } from '../accounts/accounts';
import { unpaidRewards as rewards } from '../rewards/rewards';
import { holdPurchasesOf } from '../risk-limits/risk-limits';
import type { StepUp } from '../step-up/step-up';
import { accountClosed } from './closing.events';
import { erasing } from './closing.erasing';
import { closeUser, listReasons, lockPerson } from './closing.repository';
import { CLOSING_CODES, CLOSING_FAMILIES, findRests, giveUp, type Leaving, showRests } from './closing.rests';

type Deps = { accounts: AccountsService; stepUp: StepUp } & Leaving;
/** What the member was shown of what is given up. */
type Shown = { rests: string; rewards: string };

const REWARD_SCALE = 8;
const showOwed = (units: bigint) => fromUnits(units, REWARD_SCALE);

/** Wires the closing of one's own account. */
export function createClosingModule({ db, clock }: Platform, { accounts, stepUp, ...leaving }: Deps): ExchangeModule {
  /** What keeps the account open, and what would be given up with it: balances keep it open as long as they can leave. */
  async function look(tx: Tx, userId: string) {
    const rests = await findRests(tx, { userId, leaving });
    const all = await listReasons(tx, userId);
    const reasons = rests === null ? all : all.filter(({ what }) => what !== 'balances');
    return { reasons, rests: rests ?? [] };
  }
  /** Returns the rests that are given up. `owed`: the rewards that are. @throws SETTINGS_LOCKED, CLOSING_BLOCKED, CLOSING_RESTS_CHANGED */
  async function requireClosable(tx: Tx, { userId, shown, owed, now }: { userId: string; shown: Shown; owed: bigint; now: number }) {
    await requireUnlocked(tx, { userId, now });
    const { reasons, rests } = await look(tx, userId);
    if (reasons.length > 0) throw new DomainError('CLOSING_BLOCKED');
    if (writeRests(showRests(rests)) !== shown.rests || showOwed(owed) !== shown.rewards) throw new DomainError('CLOSING_RESTS_CHANGED');
    return rests;
  }
  /** @throws what `requireClosable` does, STEP_UP_REQUIRED */
  async function close(caller: { userId: string; sessionId: string }, shown: Shown): Promise<void> {
    const { userId } = caller;
    const now = clock.now();
    // Markets wait while an account is closed: whoever can't close theirs, or confirmed nothing, doesn't get that far.
    await requireClosable(db.read, { userId, shown, owed: await rewards.sumOwed(db.read, userId), now });
    await stepUp.requireAhead(db.read, caller, { act: 'closing' });
    await accounts.changeSessions(async (tx) => {
      // What is being bought or borrowed in this moment is counted below, and keeps the account open.
      await holdPurchasesOf(tx, userId);
      await lockPerson(tx, userId);
      // It may wait for days that others decide, and keeps nobody here (decision 0212). Before balances are read: a reward that is paid in this moment is among these or among those.
      const owed = await rewards.giveUp(tx, { userId, at: now });
      const rests = await requireClosable(tx, { userId, shown, owed, now });
      await stepUp.require(tx, caller, { act: 'closing' });
      await giveUp(tx, { userId, rests, at: now });
      await closeUser(tx, { userId, at: now });
      await appendEvents(tx, [accountClosed.create({ userId, mode: null, at: now, payload: {} })]);
    });
  }
  return {
    name: 'closing',
    features: ['closing'],
    events: [accountClosed],
    journalCodes: CLOSING_CODES,
    accountFamilies: CLOSING_FAMILIES,
    retention: [erasing],
    calls: [
      handle(calls.closing, async (_input, context) => {
        const { userId } = sessionOf(context);
        const { reasons, rests } = await look(db.read, userId);
        return { reasons, rests: reasons.length === 0 ? showRests(rests) : [], rewards: showOwed(await rewards.sumOwed(db.read, userId)) };
      }),
      handle(calls.closeAccount, async (shown, context) => {
        await close(sessionOf(context), shown);
        context.setSession(null);
        return 'Account closed';
      }),
    ],
  };
}
