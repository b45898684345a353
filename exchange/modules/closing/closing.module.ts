import * as calls from '../../../lib/protocol/closing';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { type AccountsService, requireUnlocked } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { accountClosed } from './closing.events';
import { closeUser, listReasons, lockPerson } from './closing.repository';

type Deps = { accounts: AccountsService; stepUp: StepUp };

/** Wires the closing of one's own account. */
export function createClosingModule({ db, clock }: Platform, { accounts, stepUp }: Deps): ExchangeModule {
  /** @throws SETTINGS_LOCKED, CLOSING_BLOCKED, STEP_UP_REQUIRED */
  const close = (caller: { userId: string; sessionId: string }) =>
    accounts.endSessions(async (tx) => {
      const { userId } = caller;
      const now = clock.now();
      await lockPerson(tx, userId);
      await requireUnlocked(tx, { userId, now });
      if ((await listReasons(tx, userId)).length > 0) throw new DomainError('CLOSING_BLOCKED');
      await stepUp.require(tx, caller, { act: 'closing' });
      await closeUser(tx, { userId, at: now });
      await appendEvents(tx, [accountClosed.create({ userId, mode: null, at: now, payload: {} })]);
    });
  return {
    name: 'closing',
    features: ['closing'],
    events: [accountClosed],
    calls: [
      handle(calls.closing, async (_input, context) => ({ reasons: await listReasons(db.read, sessionOf(context).userId) })),
      handle(calls.closeAccount, async (_input, context) => {
        await close(sessionOf(context));
        context.setSession(null);
        return 'Account closed';
      }),
    ],
  };
}
