import type { AddressNetwork } from '../../../lib/rules/address-shape';
import type { Wallet } from 'ethers';
import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import type { Networks } from '../networks/networks';
import type { WithdrawalTerms } from '../registry/registry';
import type { StepUp } from '../step-up/step-up';
import { createAddressBook } from './withdrawals.book';
import { createDecisions } from './withdrawals.decisions';
import { withdrawalMoved } from './withdrawals.events';
import { createEvmSigner } from './withdrawals.evm-signer';
import { FEES_FAMILY } from './withdrawals.fees';
import { createWithdrawalCalls } from './withdrawals.handlers';
import { openKeystore } from './withdrawals.keystore';
import { createWithdrawalJobs } from './withdrawals.jobs';
import type { WithdrawalLinks } from './withdrawals.links';
import { createPayingNetworks } from './withdrawals.networks';
import { createRequests } from './withdrawals.requests';
import { createRequestSigner, type Signer } from './withdrawals.signers';
import { firstWaitMs, HOLD_PURPOSE, readChannels, readDayLimits, REVIEW_MAX_MS, WITHDRAWAL_CODES } from './withdrawals.terms';
import { createPayingWorker } from './withdrawals.worker';

export type WithdrawalDeps = {
  networks: Networks;
  readTerms(): WithdrawalTerms;
  stepUp: StepUp;
  links: WithdrawalLinks;
  /** Whether a person's identity is verified: it raises what they may withdraw in a day. */
  isVerified(tx: Tx, userId: string): Promise<boolean>;
  listPairs(): readonly { from: string; to: string }[];
  /** Opens the key of the hot wallet, where it isn't the one of the settings; null: people pay. */
  openWallet?: (() => Promise<Wallet | null>) | undefined;
  /** Between two looks of what pays, in ms. */
  payEveryMs?: number;
};

/** Wires withdrawals: calls, what moves them at their time, and what pays them. */
export function createWithdrawalsModule(platform: Platform, deps: WithdrawalDeps) {
  const { events, clock } = platform;
  const { signer } = platform.env;
  const networks = createPayingNetworks(deps.networks, { hasKey: deps.openWallet !== undefined || signer !== null });
  const channels = () => readChannels(deps.readTerms());
  const dayLimits = () => readDayLimits(deps.readTerms());
  const tell = (userId: string) => events.publish({ kind: 'account', userId, mode: 'real', changed: ['balances'], market: null });
  const shared = { ...platform, ...deps, networks, readChannels: channels, readDayLimits: dayLimits, tell };
  const decisions = createDecisions({ clock, networks, readChannels: channels });
  const book = createAddressBook(shared);
  const requests = createRequests({ ...shared, decisions });
  const openWallet = deps.openWallet ?? (() => (signer === null ? Promise.resolve(null) : openKeystore(signer)));
  const createSigner = async (code: AddressNetwork): Promise<Signer | null> => {
    const chain = networks.find(code)?.chain;
    if (chain?.paysBy === 'request') return createRequestSigner();
    const wallet = chain?.paysBy === 'signed' ? await openWallet() : null;
    if (chain?.evm == null || wallet === null) return null;
    const hot = deps.networks.hotAddressOf(code);
    if (hot?.toLowerCase() !== wallet.address.toLowerCase())
      throw new Error(`the key of ${code} is of ${wallet.address}, the hot wallet is ${hot}`);
    return createEvmSigner({ ...platform, network: code, chain, door: chain.evm, wallet });
  };
  const worker = createPayingWorker({ ...shared, createSigner, idleMs: deps.payEveryMs });
  return {
    name: 'withdrawals',
    features: ['withdrawals'],
    journalCodes: WITHDRAWAL_CODES,
    holdRecords: { [HOLD_PURPOSE]: 'withdrawal' },
    accountFamilies: ['house:fees-withdrawals', FEES_FAMILY],
    events: [withdrawalMoved],
    calls: createWithdrawalCalls({ ...shared, book, requests, decisions }),
    jobs: createWithdrawalJobs({ ...platform, decisions }),
    workers: [worker],
    worker,
    /** What withdrawals cost, as the account's tab of terms shows it; a channel whose network isn't set up is left out. */
    listTerms: () =>
      channels().flatMap(({ network, asset: coin, feeRate: fee, min, max }) => {
        const found = networks.find(network);
        const times = { wait: firstWaitMs(platform.env.sandbox) / 1000, review: REVIEW_MAX_MS / 1000 };
        return found === null ? [] : [{ network, coin, fee, min, max, confirmations: found.confirmations, ...times }];
      }),
  } satisfies ExchangeModule & { worker: typeof worker; listTerms: () => unknown };
}
