import { compareDecimals } from '../../../lib/rules/decimal';
import type { Database } from '../../platform/db';
import { loanTerms } from './registry.kinds';
import { insertVersion, lockNewest } from './registry.repository';
import { wireTerms } from './registry.wire';
import { withdrawalTerms } from './registry.withdrawals';

const WITHDRAWAL = { kind: 'product', code: 'withdrawal' } as const;
/** Below what a newcomer may withdraw without being verified, so that four eyes can be tried at once. */
const REVIEW_ABOVE: Readonly<Record<string, string>> = { USDT: '1000', USDC: '1000', BTC: '0.02', ETH: '0.4' };

/** Has withdrawals of a sandbox reviewed by operators from small sums on, by a version of its own that the change log shows. Once. */
export async function easeSandboxReview(db: Database, at: number): Promise<void> {
  await db.transaction(async (tx) => {
    const newest = await lockNewest(tx, WITHDRAWAL);
    if (newest?.version !== 1) return;
    const terms = withdrawalTerms.parse(newest.terms);
    const channels = terms.channels.map((channel) => {
      const reviewAbove = REVIEW_ABOVE[channel.channel.split('_')[0] ?? ''];
      return reviewAbove === undefined || compareDecimals(reviewAbove, channel.reviewAbove) > 0 ? channel : { ...channel, reviewAbove };
    });
    const note = 'sandbox: two operators look at withdrawals from small sums on';
    await insertVersion(tx, { ...WITHDRAWAL, version: 2, terms: { ...terms, channels }, takesEffectAt: at, announcedAt: at, note });
  });
}

const LOAN = { kind: 'product', code: 'loan' } as const;
/** Below the limit of a newcomer who is verified, so that people can decide a loan too; smaller ones are walked through alone. */
const LOANS_ABOVE = '1500';

/** Has loans of a sandbox decided by operators from small sums on, by a version of its own that the change log shows. Once. */
export async function easeSandboxLoans(db: Database, at: number): Promise<void> {
  await db.transaction(async (tx) => {
    const newest = await lockNewest(tx, LOAN);
    if (newest?.version !== 1) return;
    const terms = { ...loanTerms.parse(newest.terms), approvalAbove: LOANS_ABOVE };
    const note = 'sandbox: two operators decide loans from small sums on';
    await insertVersion(tx, { ...LOAN, version: 2, terms, takesEffectAt: at, announcedAt: at, note });
  });
}

const WIRE = { kind: 'product', code: 'wire' } as const;
/** No bank of the world: nobody can send anything there. */
const SANDBOX_BANK = {
  holder: 'Candor (sandbox)',
  name: 'Sandbox Bank, no real bank',
  account: 'XX00 SANDBOX 0000',
  code: 'SANDBOXX',
  country: 'Nowhere',
};

/** Offers bank transfers in a sandbox, to a bank that there is not, by a version of its own that the change log shows. Once. */
export async function nameSandboxBank(db: Database, at: number): Promise<void> {
  await db.transaction(async (tx) => {
    const newest = await lockNewest(tx, WIRE);
    if (newest?.version !== 1) return;
    const terms = { ...wireTerms.parse(newest.terms), bank: SANDBOX_BANK };
    await insertVersion(tx, { ...WIRE, version: 2, terms, takesEffectAt: at, announcedAt: at, note: 'sandbox: a bank that there is not' });
  });
}
