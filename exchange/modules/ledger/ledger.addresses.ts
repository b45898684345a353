import { MODES, type Mode } from '../../../lib/protocol/wire';
import { DomainError } from '../../platform/domain-error';

/** What may be spent, what resting orders reserve, what stands behind open positions, and what is held for another purpose. */
export const BALANCE_PARTS = ['available', 'locked', 'margin', 'hold'] as const;
export type BalancePart = (typeof BALANCE_PARTS)[number];
export type AccountFields = {
  address: string;
  asset: string;
  realm: Mode;
  owner: 'user' | 'house' | 'clearing' | 'outside';
  userId: string | null;
  part: BalancePart | null;
};

/** Tokens of the sandbox's own pre-sale: only what is sold of them comes into being. */
export const SANDBOX_TOKENS: readonly string[] = ['SBX'];

/** Decimals of each asset in the ledger. Eight everywhere, so that price × quantity on any market's grid is exact. */
const SCALES: Readonly<Record<string, number>> = Object.fromEntries(
  ['USDT', 'USDC', 'BTC', 'ETH', 'SOL', 'BNB', 'XRP', 'ADA', 'DOGE', 'TRX', 'LTC', 'LINK', 'AVAX', 'DOT', ...SANDBOX_TOKENS].map(
    (asset) => [asset, 8],
  ),
);

/** Every asset that the ledger keeps, in the order of lists on a screen. */
export const ASSETS: readonly string[] = Object.keys(SCALES);

/**
 * Returns the number of decimals of an asset.
 * @throws ASSET_UNKNOWN
 */
export function getAssetScale(asset: string): number {
  const scale = Object.hasOwn(SCALES, asset) ? SCALES[asset] : undefined;
  if (scale == null) throw new DomainError('ASSET_UNKNOWN');
  return scale;
}

/** `user:42:real:USDT:available`; `locked` is what resting orders reserve. */
export function userAddress(input: { userId: string; mode: Mode; asset: string; part: BalancePart }): string {
  return `user:${input.userId}:${input.mode}:${input.asset}:${input.part}`;
}

/** `clearing:real:perpetual-BTC-USDT:USDT`: between users of one market, below or above zero by what open positions have not realised yet. */
export function clearingAddress(input: { mode: Mode; name: string; asset: string }): string {
  return `clearing:${input.mode}:${input.name}:${input.asset}`;
}

/** `house:real:fees:USDT`: our own money, never below zero. */
export function houseAddress(input: { mode: Mode; name: string; asset: string }): string {
  return `house:${input.mode}:${input.name}:${input.asset}`;
}

/** `outside:demo:grants:USDT`: the world beyond the ledger, below zero by what came in from there. */
export function outsideAddress(input: { mode: Mode; name: string; asset: string }): string {
  return `outside:${input.mode}:${input.name}:${input.asset}`;
}

const USER = /^user:([1-9][0-9]{0,17}):(real|demo):([A-Z0-9]{2,10}):(available|locked|margin|hold)$/;
const OTHER = /^(house|clearing|outside):(real|demo):([a-z][A-Za-z0-9-]{1,39}):([A-Z0-9]{2,10})$/;

/** Reads an address. @throws Error for a malformed one, ASSET_UNKNOWN for an asset that the ledger does not keep */
export function parseAddress(address: string): AccountFields {
  const user = USER.exec(address);
  if (user != null) {
    const [, userId = '', realm, asset = '', part] = user;
    getAssetScale(asset);
    return { address, asset, realm: toMode(realm), owner: 'user', userId, part: toPart(part) };
  }
  const other = OTHER.exec(address);
  if (other == null) throw new Error(`not a ledger address: ${address}`);
  const [, owner, realm, , asset = ''] = other;
  getAssetScale(asset);
  return {
    address,
    asset,
    realm: toMode(realm),
    owner: owner === 'house' || owner === 'clearing' ? owner : 'outside',
    userId: null,
    part: null,
  };
}

/** Returns the part that a text names. @throws Error for anything else */
export function toPart(text: string | undefined): BalancePart {
  const part = BALANCE_PARTS.find((candidate) => candidate === text);
  if (part == null) throw new Error(`not a part of a balance: ${text}`);
  return part;
}

function toMode(text: string | undefined): Mode {
  const mode = MODES.find((candidate) => candidate === text);
  if (mode == null) throw new Error(`not a mode: ${text}`);
  return mode;
}
