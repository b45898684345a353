import type { Anvil } from './anvil';

/** Opcodes that the token needs. */
const OPCODES: Record<string, string> = {
  ADD: '01',
  EQ: '14',
  SHR: '1c',
  CALLER: '33',
  CALLDATALOAD: '35',
  CODECOPY: '39',
  MSTORE: '52',
  SLOAD: '54',
  SSTORE: '55',
  JUMPI: '57',
  JUMPDEST: '5b',
  DUP1: '80',
  LOG3: 'a3',
  RETURN: 'f3',
  REVERT: 'fd',
};

/**
 * A token: `decimals()` is 6, `balanceOf(address)` reads what `transfer(address,uint256)` added and told as a `Transfer`. Everybody may pay anybody
 * anything: it is about what is received. `approve` and `allowance` keep what a wallet lets another take, and nobody can take it. `PUSHn` takes n bytes of hexadecimal digits, `:name` marks a place, `PUSH2 @name` is it.
 */
const SOURCE = `
  PUSH1 00 CALLDATALOAD PUSH1 e0 SHR
  DUP1 PUSH4 313ce567 EQ PUSH2 @decimals JUMPI
  DUP1 PUSH4 70a08231 EQ PUSH2 @balanceOf JUMPI
  DUP1 PUSH4 a9059cbb EQ PUSH2 @transfer JUMPI
  DUP1 PUSH4 dd62ed3e EQ PUSH2 @allowance JUMPI
  DUP1 PUSH4 095ea7b3 EQ PUSH2 @approve JUMPI
  PUSH1 00 PUSH1 00 REVERT
  :decimals JUMPDEST PUSH1 06 PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN
  :balanceOf JUMPDEST PUSH1 04 CALLDATALOAD SLOAD PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN
  :allowance JUMPDEST PUSH1 04 CALLDATALOAD PUSH1 24 CALLDATALOAD ADD SLOAD PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN
  :approve JUMPDEST
    PUSH1 24 CALLDATALOAD DUP1 CALLER PUSH1 04 CALLDATALOAD ADD SSTORE PUSH1 00 MSTORE
    PUSH1 04 CALLDATALOAD CALLER PUSH32 8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925 PUSH1 20 PUSH1 00 LOG3
    PUSH1 01 PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN
  :transfer JUMPDEST
    PUSH1 24 CALLDATALOAD DUP1 PUSH1 04 CALLDATALOAD SLOAD ADD PUSH1 04 CALLDATALOAD SSTORE
    PUSH1 00 MSTORE
    PUSH1 04 CALLDATALOAD CALLER PUSH32 ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef PUSH1 20 PUSH1 00 LOG3
    PUSH1 01 PUSH1 00 MSTORE PUSH1 20 PUSH1 00 RETURN`;
/** Copies what follows it into the place of the contract. */
const DEPLOY = 'PUSH2 @length DUP1 PUSH1 0c PUSH1 00 CODECOPY PUSH1 00 RETURN';

/** Returns the bytes of a source. */
function assemble(source: string, places: ReadonlyMap<string, number> = findPlaces(source)): string {
  return source
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith(':'))
    .map((word) => {
      if (word.startsWith('@')) return (places.get(word.slice(1)) ?? 0).toString(16).padStart(4, '0');
      const size = /^PUSH([0-9]+)$/.exec(word)?.[1];
      return size === undefined ? (OPCODES[word] ?? word) : (0x5f + Number(size)).toString(16);
    })
    .join('');
}

function findPlaces(source: string): Map<string, number> {
  const places = new Map<string, number>();
  let before = '';
  for (const word of source.trim().split(/\s+/)) {
    if (word.startsWith(':')) places.set(word.slice(1), assemble(before, new Map()).length / 2);
    else before += ` ${word}`;
  }
  return places;
}

const word = (value: string) => value.replace(/^0x/, '').toLowerCase().padStart(64, '0');

/** Puts the token on a chain; returns its address and what pays with it. */
export async function deployTestToken(anvil: Anvil) {
  const code = assemble(SOURCE);
  const data = `0x${assemble(DEPLOY, new Map([['length', code.length / 2]]))}${code}`;
  const txid = await anvil.send({ data });
  await anvil.mine();
  const { contractAddress } = await anvil.ask<{ contractAddress: string }>('eth_getTransactionReceipt', [txid]);
  return {
    address: contractAddress,
    transfer: (to: string, amount: bigint) =>
      anvil.send({ to: contractAddress, data: `0xa9059cbb${word(to)}${word(amount.toString(16))}` }),
    approve: (spender: string, amount: bigint) =>
      anvil.send({ to: contractAddress, data: `0x095ea7b3${word(spender)}${word(amount.toString(16))}` }),
  };
}
