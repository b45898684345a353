import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { defineConsumer } from '../../platform/event-kinds';
import { canSeal, createLazySealing } from '../../platform/sealing';
import type { FilesService } from '../files/files';
import { readIdentity } from '../identity/identity';
import type { StepUp } from '../step-up/step-up';
import type { ApplyDeps } from './loans.apply';
import { auditLoans } from './loans.audit';
import { createAgreementMaker } from './loans.documents';
import { LOAN_EVENTS } from './loans.events';
import { createLoanCalls } from './loans.handlers';
import { createLoanJob } from './loans.job';
import { LOAN_CODES } from './loans.postings';
import { renderAgreement } from './loans.render';

type Deps = { readOffer: ApplyDeps['readOffer']; files: FilesService; stepUp: StepUp };

/** Wires loans: calls 38 to 42, what is due by time, and the proof of what is lent. */
export function createLoansModule(platform: Platform, deps: Deps): ExchangeModule {
  const documents = createAgreementMaker({ openSealing: createLazySealing(platform.env), render: renderAgreement });
  const applyDeps: ApplyDeps = {
    readOffer: deps.readOffer,
    async readIdentity(tx, userId) {
      const { state, firstName, lastName } = await readIdentity(tx, userId);
      return { state, firstName: firstName ?? '', lastName: lastName ?? '' };
    },
    readSignature: (id, userId) => deps.files.read({ id, userId }),
    claimSignature: (tx, { id, userId }) => deps.files.claim(tx, { id, userId, purpose: 'loan-signature' }),
    confirm: (tx, caller, about) => deps.stepUp.require(tx, caller, { act: 'loan', ...about }),
    confirmAhead: (tx, caller, about) => deps.stepUp.requireAhead(tx, caller, { act: 'loan', ...about }),
    documents,
  };
  return {
    name: 'loans',
    features: canSeal(platform.env) ? ['loans'] : [],
    calls: createLoanCalls(platform, applyDeps),
    jobs: [createLoanJob(platform)],
    events: LOAN_EVENTS,
    consumers: [
      defineConsumer({
        name: 'loan screens',
        kinds: LOAN_EVENTS,
        startsAt: 'newest',
        handle: () => Promise.resolve(),
        onHandled(told) {
          for (const { userId, mode } of told) {
            if (userId !== null && mode !== null) {
              platform.events.publish({ kind: 'account', userId, mode, changed: ['balances', 'loans'], market: null });
            }
          }
        },
      }),
    ],
    journalCodes: LOAN_CODES,
    accountFamilies: ['house:loans-promised', 'house:loans-lent', 'clearing:loans-owed'],
    audits: [{ subject: 'loans', run: (asked) => auditLoans(asked, platform.clock.now()) }],
  };
}
