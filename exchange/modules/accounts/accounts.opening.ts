import { randomInt } from 'node:crypto';
import type { JournalCodes } from '../../composition/module';
import { RetryTransaction, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { outsideAddress, postJournals, userAddress } from '../ledger/ledger';
import { findTaken, findUserByWallet, findUserIdByReferral, insertUser, type UserRow } from './accounts.repository';

/** 100,000 USDT at scale 8 (decision 3). */
export const DEMO_GRANT_UNITS = 100_000n * 10n ** 8n;

export const ACCOUNT_CODES = { DEMO_GRANT: { record: 'other', isExternal: true } } as const satisfies JournalCodes;
const DEMO_GRANT: keyof typeof ACCOUNT_CODES = 'DEMO_GRANT';

/** Without 0, O, 1 and I, which are hard to tell apart when read aloud. 32^8 codes. */
const REFERRAL_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const REFERRAL_LENGTH = 8;
const REFERRAL_ATTEMPTS_MAX = 5;

type Opening = {
  username: string;
  email: string | null;
  walletAddress: string | null;
  passwordHash: string | null;
  invite: string | null;
  at: number;
};

/**
 * Opens a person's account and grants its demo money from `outside:demo:grants`.
 * @throws REFERRAL_UNKNOWN, USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function openPersonAccount(tx: Tx, opening: Opening): Promise<UserRow> {
  const invitedBy = opening.invite == null ? null : await findUserIdByReferral(tx, opening.invite);
  if (opening.invite != null && invitedBy == null) throw new DomainError('REFERRAL_UNKNOWN');
  const user = await insertWithReferral(tx, { ...opening, kind: 'person', invitedBy });
  await postJournals(tx, [
    {
      code: DEMO_GRANT,
      reference: `user:${user.id}`,
      at: opening.at,
      postings: [
        { address: outsideAddress({ mode: 'demo', name: 'grants', asset: 'USDT' }), amount: -DEMO_GRANT_UNITS },
        { address: userAddress({ userId: user.id, mode: 'demo', asset: 'USDT', part: 'available' }), amount: DEMO_GRANT_UNITS },
      ],
    },
  ]);
  return user;
}

/** A wallet that was taken from the account that bears its address opens one under another name. */
async function nameOfWallet(tx: Tx, address: string): Promise<string> {
  const isTaken = (await findTaken(tx, { username: address, email: null })).username;
  // Where the account was opened meanwhile, its wallet is found when this is tried again.
  if (isTaken && (await findUserByWallet(tx, address)) !== null) throw new RetryTransaction('the account was opened meanwhile');
  return isTaken ? `${address}-${createReferralCode().toLowerCase()}` : address;
}

/** Opens an account for a wallet that was proved. */
export async function openByWallet(tx: Tx, input: { address: string; invite: string | null; at: number }): Promise<UserRow> {
  try {
    return await openPersonAccount(tx, {
      username: await nameOfWallet(tx, input.address),
      email: null,
      walletAddress: input.address,
      passwordHash: null,
      invite: input.invite,
      at: input.at,
    });
  } catch (error) {
    // The same wallet was signed in twice at once, and the other one opened the account.
    if (error instanceof DomainError && error.code === 'USERNAME_TAKEN') throw new RetryTransaction('the account was opened meanwhile');
    throw error;
  }
}

/** Opens or finds an account of our own that trades through the ordinary door. It has no password, no grant and cannot sign in. */
export async function openServiceAccount(tx: Tx, input: { username: string; at: number }): Promise<string> {
  const known = (await findServiceAccounts(tx, [input.username])).get(input.username);
  if (known !== undefined) return known;
  const user = await insertWithReferral(tx, {
    ...input,
    email: null,
    walletAddress: null,
    passwordHash: null,
    kind: 'service',
    invitedBy: null,
  });
  return user.id;
}

/** Returns the ids of accounts of our own by their names; those that aren't open yet are left out. */
export async function findServiceAccounts(tx: Tx, usernames: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; username_key: string }>(
    `SELECT id, username_key FROM users WHERE username_key = ANY($1::text[]) AND kind = 'service'`,
    [usernames.map((name) => name.toLowerCase())],
  );
  const ids = new Map(rows.map((row) => [row.username_key, row.id]));
  return new Map(
    usernames.flatMap((name) => (ids.has(name.toLowerCase()) ? [[name, ids.get(name.toLowerCase()) as string] as const] : [])),
  );
}

async function insertWithReferral(tx: Tx, draft: Omit<Parameters<typeof insertUser>[1], 'referralCode'>): Promise<UserRow> {
  for (let attempt = 0; attempt < REFERRAL_ATTEMPTS_MAX; attempt += 1) {
    const user = await insertUser(tx, { ...draft, referralCode: createReferralCode() });
    if (user != null) return user;
    const taken = await findTaken(tx, draft);
    if (taken.username) throw new DomainError('USERNAME_TAKEN');
    if (taken.email) throw new DomainError('EMAIL_TAKEN');
  }
  throw new Error('no free referral code was found');
}

function createReferralCode(): string {
  return Array.from({ length: REFERRAL_LENGTH }, () => REFERRAL_ALPHABET[randomInt(REFERRAL_ALPHABET.length)]).join('');
}
