import { join } from 'node:path';
import { outbox, standingSessions } from '../../../lib/protocol/extensions';
import type { ExchangeModule } from '../../composition/module';
import { handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { readScore } from '../credit-score/credit-score';
import { createBalanceHandlers, type ReadAllowances, type ReadHosted, type StakingFigures } from './accounts.balances.handlers';
import type { KnownJournals } from './accounts.records.handlers';
import { createBreachCheck } from './accounts.breached-passwords';
import { createChallenges } from './accounts.challenge';
import { createOwnCodes, type OwnCodes } from './accounts.own-codes';
import { createChosenPasswords } from './accounts.chosen-passwords';
import { createMailer, type Mailer, withPhrase } from './accounts.mail';
import { createMailCodes, type MailCodes } from './accounts.mail-codes';
import { ACCOUNT_CODES } from './accounts.opening';
import { createPasswordJudge } from './accounts.password-judge';
import { findMailPhrase } from './accounts.repository';
import { sessionRetention } from './accounts.retention';
import { type AccountsService, createAccountsService } from './accounts.service';
import type { EndGiven } from './accounts.active-sessions';
import { type SecondFactor, signedIn } from './accounts.session-start';
import { createSignInHandlers, type VipLevel } from './accounts.sign-in.handlers';
import { createLoginThrottle, type LoginThrottle } from './accounts.throttle';
import type { Prices } from './accounts.valuation';
import { createWalletProofs, type WalletProofs } from './accounts.wallet-proofs';
import { createDistributedSemaphore } from '../../platform/distributed-semaphore';
import { createWorkLimiter, RUNNING_MAX, WAIT_MAX_MS } from './accounts.work-limiter';

export type AccountsModule = ExchangeModule & {
  service: AccountsService;
  mailer: Mailer;
  /** For whoever else asks people to prove themselves. */
  mailCodes: MailCodes;
  wallets: WalletProofs;
  factorThrottle: LoginThrottle;
  identityCodes: OwnCodes;
  emailCodes: OwnCodes;
};

/** Wires accounts: calls 1-8 and 16-20, and the outbox of the sandbox. The shared secret also keys challenges, mail codes and throttles. */
export function createAccountsModule(
  platform: Platform,
  deps: {
    prices: Prices;
    staking?: StakingFigures;
    readHosted?: ReadHosted;
    readIdentityState?(userId: string): Promise<number>;
    secondFactor?: SecondFactor;
    endGiven?: EndGiven;
    readVip?(userId: string): Promise<VipLevel>;
    readAllowances?: ReadAllowances;
    /** Work that a proof of work costs, where tests do it by the hundred. */
    challengeBits?: number;
  },
): AccountsModule {
  const { db, clock, log, env, metrics } = platform;
  const { origin } = new URL(env.publicOrigin ?? `http://localhost:${env.appPort}`);
  const outboxDir = join(env.dataDir, 'outbox');
  const sender = createMailer({ smtpUrl: env.smtpUrl, from: env.mailFrom, outboxDir, origin });
  const mailer = withPhrase(sender, (of) => findMailPhrase(db.read, of));
  const challenges = createChallenges(env.bffKey, deps.challengeBits);
  const mailCodes = createMailCodes({ db, mailer, secret: env.bffKey });
  const identityCodes = createOwnCodes({ mailCodes, clock, purpose: 'kyc' });
  const emailCodes = createOwnCodes({ mailCodes, clock, purpose: 'email' });
  const throttle = createLoginThrottle({ db, challenges, secret: env.bffKey, metrics });
  const factorThrottle = createLoginThrottle({ db, challenges, secret: env.bffKey, of: 'factor' });
  const wallets = createWalletProofs(env);
  // The embedded database has one process.
  const slots =
    db.kind === 'postgres'
      ? createDistributedSemaphore({ db, name: 'password hashes', slotsMax: env.passwordHashesMax ?? RUNNING_MAX })
      : null;
  const gate = createWorkLimiter({ slots, metrics, waitMaxMs: WAIT_MAX_MS + (db.patienceMs ?? 0) });
  const chosen = createChosenPasswords({
    ...{ gate, judge: createPasswordJudge() },
    isBreached: createBreachCheck({ url: env.breachedPasswordsUrl, log, metrics }),
  });
  const service = createAccountsService({
    db,
    clock,
    log,
    challenges,
    mailCodes,
    throttle,
    gate,
    chosen,
    wallets,
    factor: deps.secondFactor,
    endGiven: deps.endGiven,
  });
  const isOutboxOffered = env.sandbox && mailer.list != null;
  const readOutbox = handle(outbox, async ({ to }) => {
    if (mailer.list == null || !isOutboxOffered) throw new DomainError('FEATURE_NOT_OFFERED');
    return (await mailer.list(to)).map(({ id, to, subject, text, time }) => ({ id, to, subject, text, time }));
  });
  let journals: KnownJournals = { journalCodes: {}, marketJournals: [], journalActivity: [], holdRecords: {} };
  const calls = [
    ...createSignInHandlers({
      service,
      challenges,
      clock,
      identityCodes,
      emailCodes,
      readIdentityState: deps.readIdentityState ?? (async () => 0),
      readScore: async (owner) => (await readScore(db.read, owner)).score,
      ...(deps.readVip !== undefined && { readVip: deps.readVip }),
      hasFactor: async (userId) => (await deps.secondFactor?.isBound(db.read, userId)) ?? false,
    }),
    ...createBalanceHandlers({
      ...{ db, clock, prices: deps.prices, staking: deps.staking ?? null, readAllowances: deps.readAllowances ?? null },
      readHosted: deps.readHosted ?? null,
      getJournals: () => journals,
    }),
    readOutbox,
    handle(standingSessions, async ({ tokens }) => ({ standing: await service.listStanding(tokens.split(',')) })),
  ];
  return {
    name: 'accounts',
    calls,
    features: ['wallet-signatures', 'posted', 'session-check', 'reserved', ...(isOutboxOffered ? (['outbox'] as const) : [])],
    events: [signedIn],
    journalCodes: ACCOUNT_CODES,
    retention: [sessionRetention],
    onComposed(all) {
      journals = all;
    },
    service,
    mailer,
    mailCodes,
    wallets,
    factorThrottle,
    identityCodes,
    emailCodes,
  };
}
