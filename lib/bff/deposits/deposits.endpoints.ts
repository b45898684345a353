import 'server-only';
import * as api from '../../api/deposits';
import * as dto from '../../dto/deposits';
import { nothing } from '../../dto/shared';
import { AppError } from '../../errors/app-error';
import type { AnswerOf } from '../../protocol/define-call';
import * as protocol from '../../protocol/deposits';
import { PAGE_SIZE } from '../../protocol/wire';
import { serve, serveCall } from '../operation';
import { callAs, type Caller, toIso, toIsoOrNull } from '../upstream';
import { reshapeAddresses } from './reshape';

function reshapeNetwork({ paused, ...row }: AnswerOf<typeof protocol.networks>[number]): dto.DepositNetwork {
  const { network, name, confirmations, block_seconds: blockSeconds, offered: isOffered } = row;
  const pause = paused === null ? null : { reason: paused.reason, since: toIso(paused.since) };
  return { network, name, confirmations, blockSeconds, isOffered, paused: pause };
}

function reshapeDeposit(row: AnswerOf<typeof protocol.deposits>[number]): dto.Deposit {
  const { id, network, coin, address, num, credited, state, confirmations, needed, hash } = row;
  return {
    ...{ id, network, coin, address, amount: num, credited, state, confirmations, confirmationsNeeded: needed, hash },
    seenAt: toIso(row.seen),
    creditedAt: toIsoOrNull(row.credited_at),
    replacedAt: toIsoOrNull(row.replaced_at),
    expectedAt: toIsoOrNull(row.expected),
    explorerUrl: row.explorer,
    isByHand: row.by_hand === true,
  };
}

/** A backend that knows the 56 calls alone has addresses and says nothing of its networks. */
async function readNetworks(caller: Caller): Promise<dto.DepositNetwork[]> {
  try {
    return (await callAs(caller, protocol.networks, {})).map(reshapeNetwork);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FEATURE_NOT_OFFERED')) return [];
    throw error;
  }
}

export const depositOptions = serve(api.depositOptions, {
  input: nothing,
  output: dto.depositOptionsSchema,
  summary: 'Deposit addresses by coin and network, and the networks with their state',
  async run({ session, ip, signal }) {
    const caller: Caller = { session, ip, ...(signal ? { signal } : {}) };
    const [addresses, networks] = await Promise.all([callAs(caller, protocol.depositAddresses, {}), readNetworks(caller)]);
    return { options: reshapeAddresses(addresses), networks };
  },
});

export const deposits = serveCall(api.deposits, {
  input: dto.depositsQuerySchema,
  output: dto.depositsSchema,
  summary: 'Deposits over a chain, newest first',
  call: protocol.deposits,
  fields: ({ page, id }) => ({ page: page === undefined ? undefined : String(page), ...(id === undefined ? {} : { id }) }),
  reshape: (rows) => ({ deposits: rows.map(reshapeDeposit), hasMore: rows.length === PAGE_SIZE }),
});

export const findDeposit = serveCall(api.findDeposit, {
  input: dto.findDepositSchema,
  output: dto.foundDepositSchema,
  summary: 'Where a transaction is',
  call: protocol.findDeposit,
  fields: ({ hash }) => ({ hash }),
  reshape: ({ state, network, coin, num, to, address_network: addressNetwork, confirmations, needed, silent, deposit }) => ({
    ...{ state, network, coin, amount: num, to, addressNetwork, confirmations, confirmationsNeeded: needed, silent },
    deposit: deposit?.id ?? null,
  }),
});

export const outsideWallet = serveCall(api.outsideWallet, {
  input: nothing,
  output: dto.outsideWalletSchema,
  summary: "The sandbox's stand-in for a wallet elsewhere",
  call: protocol.outsideWallet,
  fields: () => ({}),
  reshape: ({ wallets, transfers }) => ({
    wallets: wallets.map(({ coins, ...wallet }) => ({ ...wallet, coins: coins.map(({ coin, num }) => ({ coin, amount: num })) })),
    transfers: transfers.map(({ num, time, ...transfer }) => ({ ...transfer, amount: num, at: toIso(time) })),
  }),
});

export const outsideWalletSend = serveCall(api.outsideWalletSend, {
  input: dto.outsideSendInputSchema,
  output: dto.outsideSentSchema,
  summary: 'Send test coins from the outside wallet to a deposit address',
  call: protocol.outsideWalletSend,
  fields: ({ network, addressNetwork, coin, amount, requestId }) => ({
    ...{ network, address_network: addressNetwork, coin, num: amount, request_id: requestId },
  }),
  reshape: (sent) => sent,
});
