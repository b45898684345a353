import { expect } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { makePicture } from '../../helpers/pictures';
import { runOperatorCommand } from './operator-command';
import { newId, RawClient } from './raw-client';

/** Five blocks of five seconds count a deposit; a first payment to an address waits a minute. */
const CHAIN_MS = 240_000;
const [SENT, DEPOSIT] = ['500', '500'] as const;
/** Above the sum that two people look at, together with what was asked for before. */
const LARGE = '1100';

/** Makes a member of the real account with money in and out in every state that stays, proofs and transfers by bank, and something converted. */
export async function makeTransfersMember(): Promise<{ cookies: ReadonlyMap<string, string>; ids: Readonly<Record<string, string>> }> {
  const client = new RawClient();
  await client.must('/api/wallet-found', {});
  await client.signIn();
  await client.must('/api/session/mode', { mode: 'real' });
  await client.must('/api/faucet', { asset: 'USDT', requestId: newId() });
  const { astray, deposit } = await bring(client);
  const withdrawals = await take(client);
  const wires = await announceWires(client);
  const conversion = await convert(client);
  await prove(client, deposit.hash);
  await decide(withdrawals.refused, wires);
  const { refused, done, cancelled } = withdrawals;
  await expect.poll(() => stateOf(client, done), { timeout: CHAIN_MS }).toBe('done');
  await expect.poll(() => stateOf(client, refused), { timeout: CHAIN_MS }).toBe('refused');
  const ids = { deposit: deposit.id, astray, conversion, refused, done, cancelled, wire: wires.credited };
  return { cookies: client.cookies, ids };
}

/** Sends test coins to addresses of one's own: to the right network, and to another one. Returns the credited deposit and the hash of the stray transfer. */
async function bring(client: RawClient): Promise<{ deposit: { id: string; hash: string }; astray: string }> {
  const send = (network: string, coin: string, amount: string, addressNetwork = network) =>
    client.must<{ hash: string }>('/api/outside-wallet/send', { network, addressNetwork, coin, amount, requestId: newId() });
  const { hash } = await send('ERC20', 'USDT', DEPOSIT);
  await send('BTC', 'BTC', '0.05');
  const astray = await send('TRC20', 'USDT', '25', 'ERC20');
  type Answer = { deposits: { id: string; hash: string; state: string }[] };
  const find = async () => (await client.get<Answer>('/api/deposits')).data.deposits.find((one) => one.hash === hash);
  await expect.poll(async () => (await find())?.state, { timeout: CHAIN_MS }).toBe('credited');
  return { deposit: { id: (await find())?.id ?? '', hash }, astray: astray.hash };
}

/** Asks for withdrawals to new addresses, calls one off, keeps an address, and waits until the large ones are in review. */
async function take(client: RawClient): Promise<Record<'cancelled' | 'done' | 'refused', string>> {
  const own = privateKeyToAddress(generatePrivateKey());
  await client.must('/api/address-book/keep', { network: 'ERC20', address: own, name: 'Savings' });
  const ask = async (amount: string, address: string) => {
    const arrives = String((Number(amount) * 97) / 100);
    return (
      await client.must<{ id: string }>('/api/withdrawals/new', { channel: 'USDT_ERC20', address, amount, arrives, requestId: newId() })
    ).id;
  };
  const done = await ask('100', own);
  const cancelled = await ask('150', privateKeyToAddress(generatePrivateKey()));
  await client.must('/api/withdrawals/cancel', { id: cancelled });
  const refused = await ask(LARGE, privateKeyToAddress(generatePrivateKey()));
  const reviewed = await ask(LARGE, privateKeyToAddress(generatePrivateKey()));
  for (const id of [refused, reviewed]) await expect.poll(() => stateOf(client, id), { timeout: CHAIN_MS }).toBe('review');
  return { done, cancelled, refused };
}

const WIRE_STATES = ['waiting', 'review', 'credited', 'refused', 'cancelled'] as const;
type Wires = Record<(typeof WIRE_STATES)[number], string>;

/** Asks for one reference by bank for each state, and says of those that get further that the money was sent. */
async function announceWires(client: RawClient): Promise<Wires> {
  const wires: Partial<Wires> = {};
  for (const state of WIRE_STATES) {
    const wire = await client.must<{ id: string; reference: string }>('/api/deposits/wires', { amount: SENT, requestId: newId() });
    wires[state] = wire.id;
    if (state === 'cancelled') await client.must('/api/deposits/wires/cancel', { id: wire.id });
    if (state === 'waiting' || state === 'cancelled') continue;
    const proof = { option: '900001', amount: SENT, hashEnd: wire.reference.slice(-6), picture: null, requestId: newId() };
    await client.must('/api/deposits/proofs', proof);
  }
  return wires as Wires;
}

async function convert(client: RawClient): Promise<string> {
  const asked = { from: 'USDT', to: 'ETH', amount: '125' };
  const { id } = await client.must<{ id: string }>('/api/convert/quotes', asked);
  const { reference } = await client.must<{ reference: string }>('/api/convert/conversions', { ...asked, quoteId: id, requestId: newId() });
  return reference;
}

/** Says of a deposit that the chain shows, and of two that it doesn't; the first of these is answered by two operators. */
async function prove(client: RawClient, hash: string): Promise<void> {
  type Options = { options: { id: string; coin: string; network: string }[] };
  const { options } = (await client.get<Options>('/api/deposits/options')).data;
  const option = options.find(({ coin, network }) => coin === 'USDT' && network === 'ERC20')?.id ?? '';
  const give = (proof: { amount: string; hashEnd: string | null; picture: string | null }) =>
    client.must('/api/deposits/proofs', { option, ...proof, requestId: newId() });
  await give({ amount: DEPOSIT, hashEnd: hash.slice(-6), picture: null });
  await give({ amount: '75', hashEnd: 'abc123', picture: null });
  const { proofs } = (await client.get<{ proofs: { id: string; amount: string }[] }>('/api/deposits/proofs')).data;
  await agree('proofs', 'answer', proofs.find(({ amount }) => Number(amount) === 75)?.id ?? '', 'not-found');
  await give({ amount: '42.5', hashEnd: null, picture: await client.upload(await makePicture()) });
}

async function decide(withdrawal: string, wires: Wires): Promise<void> {
  await agree('withdrawals', 'refuse', withdrawal, '--note', 'The address belongs to a sanctioned service.');
  await agree('wires', 'refuse', wires.refused, 'returned-name');
  await agree('wires', 'credit', wires.credited, `line-${wires.credited}`, '450', '447.75', 'Ada Lovelace');
}

/** What needs two: one operator asks, the other agrees. */
async function agree(...words: string[]): Promise<void> {
  const asked = await runOperatorCommand('ada', ...words);
  const request = /request (\d+)/.exec(asked)?.[1];
  if (request === undefined) throw new Error(`no request came of ${words.join(' ')}: ${asked}`);
  await runOperatorCommand('ben', 'approve', request);
}

async function stateOf(client: RawClient, id: string): Promise<string> {
  return (await client.get<{ state: string }>(`/api/withdrawals/one?id=${id}`)).data.state;
}
