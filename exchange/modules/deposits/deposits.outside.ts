import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { outsideWallet } from '../../../lib/protocol/deposits';
import type { Platform } from '../../platform/app';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { runOnce } from '../../platform/idempotency';
import { hashText } from '../../platform/ids';
import { CHAIN_SCALE, HotWalletShort, type Networks, type SandboxChain } from '../networks/networks';

const UNIT = 10n ** BigInt(CHAIN_SCALE);
/** Test coins of everybody's outside wallet, in whole units; LINK is a token that no network lists, to try what happens then. */
const GRANTS: Readonly<Record<string, Readonly<Record<string, bigint>>>> = {
  ERC20: { USDT: 20_000n, USDC: 20_000n, ETH: 10n, LINK: 500n },
  TRC20: { USDT: 20_000n },
  BTC: { BTC: 1n },
};
/** Transfers that a person sees of each network, and that may wait for a block at once. */
const SHOWN_MAX = 20;
const WAITING_MAX = 20;

/** Returns the sandbox's stand-in for a person's wallet elsewhere: an address on each network, with test coins. */
export function createOutsideWallets({ db, networks }: Pick<Platform, 'db'> & { networks: Networks }) {
  /** @throws FEATURE_NOT_OFFERED outside the sandbox */
  async function open(userId: string, network: string): Promise<{ chain: SandboxChain; address: string }> {
    const chain = networks.sandboxOf(network);
    if (chain === null) throw new DomainError('FEATURE_NOT_OFFERED');
    return { chain, address: await networks.getOutsideAddress(db.read, { network, userId }) };
  }
  const grantOf = (network: string, asset: string) => (GRANTS[network]?.[asset] ?? 0n) * UNIT;

  return {
    async show(userId: string): Promise<AnswerOf<typeof outsideWallet>> {
      const shown: AnswerOf<typeof outsideWallet> = { wallets: [], transfers: [] };
      for (const { code: network, isOffered } of networks.list()) {
        if (!isOffered) continue;
        const { chain, address } = await open(userId, network);
        const coins = [];
        for (const coin of Object.keys(GRANTS[network] ?? {})) {
          coins.push({ coin, num: fromUnits(grantOf(network, coin) + (await chain.readNet(address, coin)), CHAIN_SCALE) });
        }
        shown.wallets.push({ network, address, coins });
        const { number: head } = await chain.readHead();
        for (const row of await chain.listTransactions(address, SHOWN_MAX)) {
          shown.transfers.push({
            network,
            hash: row.hash,
            direction: row.from === address ? 'out' : 'in',
            coin: row.asset,
            num: fromUnits(row.amount, CHAIN_SCALE),
            confirmations: row.block === null ? 0 : head - row.block + 1,
            time: row.sentAt,
          });
        }
      }
      shown.transfers.sort((a, b) => b.time - a.time);
      return shown;
    },

    /**
     * Sends to the deposit address that the same person has on `addressNetwork`, over `network`. Returns the transaction's hash.
     * @throws AMOUNT_INVALID, AMOUNT_PRECISION, ASSET_UNKNOWN, OUTSIDE_WALLET_SHORT, RATE_LIMITED, DUPLICATE_REQUEST
     */
    async send(input: {
      userId: string;
      network: string;
      addressNetwork: string;
      coin: string;
      amount: string;
      requestId: string;
    }): Promise<string> {
      const { userId, network, coin: asset } = input;
      const { chain, address: from } = await open(userId, network);
      const granted = grantOf(network, asset);
      if (granted === 0n) throw new DomainError('ASSET_UNKNOWN');
      const amount = toUnits(input.amount, CHAIN_SCALE);
      if (amount <= 0n) throw new DomainError('AMOUNT_INVALID');
      const to = await networks.getDepositAddress(db.read, { network: input.addressNetwork, userId });
      const waiting = (await chain.listTransactions(from, WAITING_MAX)).filter(({ block }) => block === null);
      if (waiting.length >= WAITING_MAX) throw new DomainError('RATE_LIMITED');
      const key = `outside:${userId}:${hashText(input.requestId).slice(0, 40)}`;
      const { requestId, ...asked } = input;
      const request = { userId, mode: 'real', call: 'x.outsideWalletSend', requestId, input: asked } as const;
      try {
        return await db.transaction((tx) => runOnce(tx, request, () => chain.sendIn(tx, { key, from, to, asset, amount, granted })));
      } catch (error) {
        if (error instanceof HotWalletShort) throw new DomainError('OUTSIDE_WALLET_SHORT');
        throw error;
      }
    },
  };
}
