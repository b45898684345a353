import type { ExchangeModule } from '../../composition/module';
import type { SecurityChange } from '../../../lib/rules/security';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import type { AccountsService, Mailer } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { houseFrozen, houseUnfrozen, newDevice, passwordChanged } from './sessions.events';
import { createSessionsHandlers } from './sessions.handlers';
import { addLink, createLinkTokens, linkRetention, type MailedWithdrawal, spendWithdrawalLink } from './sessions.links';
import { createLinkMailing } from './sessions.mails';
import { createChangeMails } from './sessions.changes';
import { createSessionsService, FREEZE_LINK_MS } from './sessions.service';

/** How long the link of the mail about a withdrawal may be used: longer than any withdrawal waits. */
const WITHDRAWAL_LINK_MS = 14 * 24 * 60 * 60_000;

/** Mails about withdrawals, whose links call them off. */
export type WithdrawalLinks = {
  add(tx: Tx, input: { userId: string; to: string; at: number; withdrawal: MailedWithdrawal }): Promise<void>;
  /** Uses a link up and returns the withdrawal that it is about. @throws LINK_INVALID */
  spend(tx: Tx, token: string): Promise<string>;
};

/** Has another address of an account mailed to the one that it had, with a link that freezes the account and brings that one back. */
type ChangeMail = (tx: Tx, input: { userId: string; to: string; what: SecurityChange; now: number }) => Promise<void>;

/** Wires sessions: their list and their end, freezing, and the ways back in. The shared secret also keys the links. */
export function createSessionsModule(platform: Platform, deps: { accounts: AccountsService; mailer: Mailer; stepUp: StepUp }) {
  const tokens = createLinkTokens(platform.env.bffKey);
  const service = createSessionsService({ ...platform, ...deps, tokens });
  const { publicOrigin, appPort } = platform.env;
  const origin = new URL(publicOrigin ?? `http://localhost:${appPort}`).origin;
  const mailing = createLinkMailing({ ...platform, mailer: deps.mailer, tokens, origin });
  const mailChange: ChangeMail = (tx, { userId, to, what, now }) => {
    const mail = { kind: 'protection', what, isFormer: true, to, at: now, device: '', place: '' } as const;
    return addLink(tx, { userId, purpose: 'freeze', mail, now, lifeMs: FREEZE_LINK_MS });
  };
  const withdrawalLinks: WithdrawalLinks = {
    add: (tx, { userId, to, at, withdrawal }) => {
      const mail = { kind: 'withdrawal', to, at, device: '', place: '', withdrawal } as const;
      return addLink(tx, { userId, purpose: 'withdrawal', mail, now: at, lifeMs: WITHDRAWAL_LINK_MS });
    },
    spend: async (tx, token) => spendWithdrawalLink(tx, { id: tokens.read(token, 'withdrawal'), now: platform.clock.now() }),
  };
  return {
    name: 'sessions',
    features: ['sessions'],
    events: [newDevice, passwordChanged, houseFrozen, houseUnfrozen],
    calls: createSessionsHandlers(service),
    retention: [linkRetention],
    consumers: [createChangeMails({ lifeMs: FREEZE_LINK_MS })],
    workers: [{ phase: 'upkeep', ...mailing }],
    mailing,
    withdrawalLinks,
    mailChange,
  } satisfies ExchangeModule & { mailing: typeof mailing; withdrawalLinks: WithdrawalLinks; mailChange: ChangeMail };
}
