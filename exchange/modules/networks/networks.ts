/** The networks' face: addresses of our own, what each chain shows, and payments to it. */
export { toMatchKey } from './networks.addresses';
export {
  type Allowance,
  type BlockId,
  type Chain,
  CHAIN_SCALE,
  type ChainBlock,
  type ChainFee,
  type ChainTransaction,
  type ChainTransfer,
  ChainUnavailable,
  type EvmDoor,
  HotWalletShort,
  type Payment,
  type PickOurs,
} from './networks.chain';
export { chainAddress } from './networks.ledger';
export { pauseNetworkAction, resumeNetworkAction } from './networks.acts';
export { listPauses, listStops, type NetworkPause, pauseNetwork, type PauseReason, readPause, resumeNetwork } from './networks.pauses';
export type { SandboxChain } from './networks.sandbox';
export { createQuestions } from './networks.questions';
export { createNetworks, type Network, type Networks, type OwnAddress } from './networks.service';
