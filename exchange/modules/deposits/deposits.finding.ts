import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { findDeposit } from '../../../lib/protocol/deposits';
import type { Platform } from '../../platform/app';
import {
  type ChainTransaction,
  type ChainTransfer,
  ChainUnavailable,
  createQuestions,
  type Networks,
  toMatchKey,
} from '../networks/networks';
import { findDeposits, listCursors } from './deposits.repository';
import { confirmationsOf, showAmount, showDeposit } from './deposits.showing';

export type FoundDeposit = AnswerOf<typeof findDeposit>;
type Found = { network: string; transaction: ChainTransaction };

const NOTHING: FoundDeposit = {
  state: 'not_seen',
  network: null,
  coin: null,
  num: null,
  to: null,
  address_network: null,
  confirmations: 0,
  needed: 0,
  deposit: null,
  silent: [],
};

/**
 * Returns what tells a person where a transaction is: among their deposits, on its way there, or somewhere else. Of other people's addresses
 * it says no more than that they aren't this person's.
 */
export function createFinder({ db, clock, env, networks }: Pick<Platform, 'db' | 'clock' | 'env'> & { networks: Networks }) {
  const questions = createQuestions({ clock, env });
  const offered = () => networks.list().flatMap(({ code, isOffered }) => (isOffered ? [code] : []));

  async function ask(network: string, txids: readonly string[]): Promise<Found | null> {
    for (const txid of txids) {
      const transaction = await networks.chainOf(network).findTransaction(txid);
      if (transaction !== null) return { network, transaction };
    }
    return null;
  }

  /** What a contract sent to this person: it leaves no log, so that nothing is credited by it. */
  async function findByContract({ network, transaction }: Found, userId: string): Promise<ChainTransfer[]> {
    const transfers = (await networks.chainOf(network).listInternal?.(transaction.txid)) ?? [];
    const owners = await networks.findOwners(db.read, { network, addresses: transfers.map(({ to }) => to) });
    return transfers.filter(({ to }) => owners.get(toMatchKey(to)) === userId);
  }

  async function locate({ network, transaction }: Found, userId: string): Promise<FoundDeposit> {
    const known = networks.get(network);
    const { confirmations: needed, assets } = known;
    const { confirmations, block, isFailed, transfers } = transaction;
    const about = ({ asset, amount, to }: ChainTransfer) => ({ coin: asset, num: showAmount(amount), to });
    const base = { ...NOTHING, network, confirmations, needed };
    if (isFailed) return { ...base, state: 'failed' };
    const first = transfers[0];
    // Strangers make transactions of thousands of transfers: what is asked for once is the person's own.
    const own = await networks.listOwnAddresses(db.read, userId);
    for (const transfer of transfers) {
      const owned = own.filter(({ matchKey }) => matchKey === toMatchKey(transfer.to));
      if (owned[0] === undefined) continue;
      if (!owned.some((one) => one.network === network)) {
        return { ...base, ...about(transfer), state: 'other_network', address_network: owned[0].network };
      }
      if (transfer.asset === null || !assets.includes(transfer.asset)) return { ...base, ...about(transfer), state: 'other_token' };
      const state = block === null ? 'waiting' : 'confirming';
      return { ...base, ...about(transfer), needed: confirmationsOf(transfer, known), state };
    }
    const [sent] = block === null ? [] : await findByContract({ network, transaction }, userId);
    if (sent !== undefined) return { ...base, ...about(sent), state: 'by_contract' };
    return { ...base, ...(first === undefined ? {} : about(first)), state: 'other_address' };
  }

  return {
    /** `hash` with or without `0x`. Asks the person's deposits first, then every network. @throws RATE_LIMITED */
    async find({ userId, hash }: { userId: string; hash: string }): Promise<FoundDeposit> {
      const digits = hash.toLowerCase().replace(/^0x/, '');
      const txids = [`0x${digits}`, digits];
      const codes = offered();
      const [known] = await findDeposits(db.read, { userId, txids, networks: codes });
      if (known !== undefined) {
        const deposit = showDeposit(known, { networks, clock, cursors: await listCursors(db.read) });
        const { network, coin, num, address: to, confirmations, needed, state } = deposit;
        return { ...NOTHING, state, network, coin, num, to, confirmations, needed, deposit };
      }
      const asked = await questions.ask(userId, () => Promise.allSettled(codes.map((code) => ask(code, txids))));
      const silent = codes.filter((_, index) => asked[index]?.status === 'rejected');
      for (const outcome of asked) {
        if (outcome.status === 'rejected' && !(outcome.reason instanceof ChainUnavailable)) throw outcome.reason;
      }
      const found = asked.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value !== null ? [outcome.value] : []))[0];
      return { ...(found === undefined ? NOTHING : await locate(found, userId)), silent };
    },
  };
}
