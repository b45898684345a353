import { type OperatorPerson, userEndpoints } from '../../lib/operator/users';
import { PERPETUAL_SCALE } from '../../lib/rules/perpetual';
import { outgoingHeldUntil, sessionLasts } from '../modules/accounts/accounts';
import { maskAddress } from '../../lib/rate-limits/address-source';
import { getAssetScale } from '../modules/ledger/ledger';
import { ActionRefused } from '../modules/operators/operators';
import { readOpenPositions } from '../modules/perpetual/perpetual';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';
import { ACTIONS_ABOUT_USERS, ACTIONS_BY_HAND, readTimeline, serve } from './desk';
import { listHandCases } from './credit-by-hand';
import { pageOfUser, logAccess, logUserAccess } from './access-log';

const BALANCES_MAX = 200;
const ENTRIES_MAX = 50;
const WITHDRAWALS_MAX = 20;
const SESSIONS_MAX = 50;
const NUMBER = /^[1-9][0-9]{0,17}$/;

/** By an index each, so that a search costs the same among a million. */
async function findUser(tx: Tx, word: string): Promise<string | null> {
  const key = word.toLowerCase();
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM users WHERE kind = 'person' AND (id = $1::int8 OR username_key = $2 OR email_key = $2 OR wallet_address = $2) ORDER BY id LIMIT 1`,
    [NUMBER.test(word) ? word : null, key],
  );
  return rows[0]?.id ?? null;
}

const write = (units: string, asset: string) => fromUnits(BigInt(units), getAssetScale(asset));
const toMs = (at: Date | null) => at?.getTime() ?? null;

async function readAccount(tx: Tx, id: string): Promise<Pick<OperatorPerson, 'balances' | 'entries' | 'withdrawals'>> {
  const balances = await tx.query<{ realm: string; asset: string; part: string; balance: string }>(
    'SELECT realm, asset, part, balance FROM ledger_accounts WHERE user_id = $1 AND balance <> 0 ORDER BY realm DESC, asset, part LIMIT $2',
    [id, BALANCES_MAX],
  );
  const entries = await tx.query<{ at: Date; code: string; reference: string; address: string; asset: string; amount: string }>(
    `SELECT j.created_at AS at, j.code, j.reference, a.address, a.asset, p.amount FROM ledger_accounts a
      CROSS JOIN LATERAL (SELECT * FROM ledger_postings WHERE account_id = a.id ORDER BY journal_id DESC, line DESC LIMIT $2) p
       JOIN ledger_journals j ON j.id = p.journal_id WHERE a.user_id = $1 AND a.realm = 'real' ORDER BY p.journal_id DESC, p.line DESC LIMIT $2`,
    [id, ENTRIES_MAX],
  );
  const withdrawals = await tx.query<{ id: string; asset: string; amount: string; state: string }>(
    'SELECT id, asset, amount, state FROM withdrawals WHERE user_id = $1 ORDER BY id DESC LIMIT $2',
    [id, WITHDRAWALS_MAX],
  );
  return {
    balances: balances.rows.map(({ realm, asset, part, balance }) => ({ account: realm, asset, part, amount: write(balance, asset) })),
    entries: entries.rows.map(({ at, code, reference, address, asset, amount }) => ({
      ...{ at: at.getTime(), code, reference, account: address },
      amount: `${write(amount, asset)} ${asset}`,
    })),
    withdrawals: withdrawals.rows.map(({ id: number, asset, amount, state }) => ({
      ...{ id: number, state, amount: `${write(amount, asset)} ${asset}` },
    })),
  };
}

/** Sessions that stand, the one used last first. */
async function readSessions(tx: Tx, { id, now }: { id: string; now: number }): Promise<OperatorPerson['sessions']> {
  const { rows } = await tx.query<
    Record<'id' | 'mode' | 'proof' | 'ip' | 'browser' | 'system', string> & Record<'created_at' | 'last_seen_at', Date>
  >(
    `SELECT s.id, s.mode, s.proof, s.ip, s.browser, s.system, s.created_at, s.last_seen_at FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.user_id = $1 AND s.epoch = u.epoch AND ${sessionLasts('s', '$2')} ORDER BY s.last_seen_at DESC, s.id DESC LIMIT $3`,
    [id, now, SESSIONS_MAX],
  );
  return rows.map((row) => ({
    ...{ id: row.id, account: row.mode, proof: row.proof, from: maskAddress(row.ip) },
    device: [row.browser, row.system].filter((part) => part !== '').join(', ') || 'unknown',
    ...{ began: row.created_at.getTime(), seen: row.last_seen_at.getTime() },
  }));
}

async function readPositions(tx: Tx, id: string): Promise<OperatorPerson['positions']> {
  const write8 = (units: bigint) => fromUnits(units, PERPETUAL_SCALE);
  return (await readOpenPositions(tx, { userId: id, mode: 'real' })).map(({ quantity, cost, margin, ...position }) => ({
    ...position,
    ...{ quantity: write8(quantity), cost: write8(cost), margin: write8(margin) },
  }));
}

type Row = {
  id: string;
  username: string;
  email: string | null;
  wallet_address: string | null;
  created_at: Date;
  frozen_at: Date | null;
  house_frozen_at: Date | null;
  closed_at: Date | null;
  outgoing_held_until: Date | null;
  withdrawals_suspended_at: Date | null;
  factor_contested_at: Date | null;
};

async function readPerson(tx: Tx, { id, now }: { id: string; now: number }): Promise<OperatorPerson> {
  const { rows } = await tx.query<Row>(
    `SELECT id, username, email, wallet_address, created_at, frozen_at, house_frozen_at, closed_at, withdrawals_suspended_at,
            ${outgoingHeldUntil('u', '$2')} AS outgoing_held_until,
            (SELECT contested_at FROM second_factors WHERE user_id = u.id) AS factor_contested_at
       FROM users u WHERE id = $1 AND kind = 'person'`,
    [id, now],
  );
  const [row] = rows;
  if (row === undefined) throw new ActionRefused('NOT_FOUND', `There is no user ${id}.`);
  return {
    ...{ id: row.id, username: row.username, email: row.email, wallet: row.wallet_address },
    ...{ createdAt: row.created_at.getTime(), frozenAt: toMs(row.frozen_at) },
    ...{ houseFrozenAt: toMs(row.house_frozen_at), closedAt: toMs(row.closed_at), heldUntil: toMs(row.outgoing_held_until) },
    withdrawalsSuspendedAt: toMs(row.withdrawals_suspended_at),
    factorContestedAt: toMs(row.factor_contested_at),
    sessions: await readSessions(tx, { id, now }),
    positions: await readPositions(tx, id),
    ...(await readAccount(tx, id)),
  };
}

/** What answers about people. Each look is in the log before anything is shown. */
export const USERS = [
  serve(userEndpoints.find, async ({ word, reason }, context) => {
    const id = await findUser(context.db.read, word);
    await logAccess(context, { act: 'users.read', reason, input: { user: id } });
    return { id };
  }),
  serve(userEndpoints.show, async ({ id, reason }, context) => {
    await logAccess(context, { act: 'users.read', reason, input: { user: id } });
    return readPerson(context.db.read, { id, now: context.clock.now() });
  }),
  serve(userEndpoints.about, async ({ id, ...page }, context) => {
    await logUserAccess(context, id);
    const aliases = [pageOfUser(id), ...(await listHandCases(context.db.read, id))];
    return readTimeline(context.db.read, context, {
      target: id,
      aliases,
      acts: [...ACTIONS_ABOUT_USERS, ...ACTIONS_BY_HAND, 'lists.read'],
      ...page,
    });
  }),
];
