import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../lib/protocol/errors';
import { createWithdrawalsWorld, type Member, newRequest, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { requireDestination } from './withdrawals.destination';
import type { PayingNetworks } from './withdrawals.networks';

const CHANNELS = { ERC20: 'USDT_ERC20', TRC20: 'USDT_TRC20', BTC: 'BTC_BTC' } as const;
type Network = keyof typeof CHANNELS;
const NETWORKS = Object.keys(CHANNELS) as Network[];
const LONG = 10_000;

let world: WithdrawalsWorld;
let ada: Member;
beforeAll(async () => {
  world = await createWithdrawalsWorld();
  ada = await world.join('hostile', { USDT: 1_000n, BTC: 1n });
});
afterAll(() => world.close());

/** Addresses that look like a right one and are none, those of the other networks among them. */
function hostileOf(network: Network): string[] {
  const right = OUTSIDE[network];
  const middle = right.length >> 1;
  const put = (char: string, at = middle) => `${right.slice(0, at)}${char}${right.slice(at + 1)}`;
  const swapped = `${right.slice(0, middle)}${right[middle + 1]}${right[middle]}${right.slice(middle + 2)}`;
  return [
    ...NETWORKS.filter((other) => other !== network).map((other) => OUTSIDE[other]),
    // Cyrillic, Greek, full width, a combining mark, characters that nobody sees, and a text that runs the other way.
    ...['\u0430', '\u03bf', '\uff21', '\u0301', '\u200b', '\u00ad', '\ufeff', '\u202e', '\u0000', '\u2007'].map((char) => put(char)),
    right.normalize('NFKC').replace(/[a-zA-Z]/u, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)),
    put(right[middle] === 'a' ? 'b' : 'a'),
    ...(swapped === right ? [] : [swapped]),
    right.slice(0, -1),
    `${right}${right.at(-1)}`,
    `${right} ${right}`,
    `${network.toLowerCase()}:${right}?amount=1`,
    right.repeat(LONG / right.length),
    '\u0430'.repeat(LONG),
    '0x',
    '',
  ];
}

async function readAll() {
  const [balances, withdrawals, book] = await Promise.all([
    ada.client.get('/user/getbanlance?coin=USDT'),
    ada.client.get('/x/withdrawals'),
    ada.client.get('/x/address-book'),
  ]);
  return JSON.stringify([balances.info, withdrawals.info, book.info]);
}

describe.each(NETWORKS)('an address on %s that is none', (network) => {
  const channel = CHANNELS[network];
  const amount = network === 'BTC' ? '0.01' : '100';
  it.each([
    ['call 47', '/Exchange/shenqing', (address: string) => ({ amount, addr: address, qianbao: address, tbchannel: channel })],
    ['x.withdraw', '/x/withdraw', (address: string) => ({ amount, address, channel })],
    ['x.addressKeep', '/x/address-keep', (address: string) => ({ network, address, name: 'Mine' })],
  ] as const)(
    'security: is refused by %s with a clear code, changes nothing, and comes back in no answer',
    async (_call, path, fieldsOf) => {
      const before = await readAll();
      for (const address of hostileOf(network)) {
        const answer = await ada.client.post(path, { ...fieldsOf(address), request_id: newRequest() });
        const shown = JSON.stringify(address.slice(0, 60));
        expect(answer, shown).toMatchObject({ status: 0, code: expect.stringMatching(/^(ADDRESS_|REQUEST_(INVALID|TOO_LARGE)$)/) });
        expect(Object.keys(ERRORS), shown).toContain(answer.code);
        if (address.length > 20) expect(JSON.stringify(answer), shown).not.toContain(address);
      }
      expect(await readAll()).toBe(before);
    },
  );
});

it.each(['1e2', '１００', '٣٠', '+100', ' 100', '100 ', '1,00', '0x64', '-100', '100.', '.5', '9'.repeat(60), '1'.repeat(LONG), 'NaN', ''])(
  'security: %j is no amount of a withdrawal, by either call',
  async (amount) => {
    const before = await readAll();
    const address = OUTSIDE.ERC20;
    for (const [path, fields] of [
      ['/x/withdraw', { channel: 'USDT_ERC20', address }],
      ['/Exchange/shenqing', { tbchannel: 'USDT_ERC20', addr: address, qianbao: address }],
    ] as const) {
      const answer = await ada.client.post(path, { ...fields, amount, request_id: newRequest() });
      expect(answer).toMatchObject({
        status: 0,
        code: expect.stringMatching(/^(AMOUNT_|WITHDRAWAL_AMOUNT_|REQUEST_(INVALID|TOO_LARGE)$)/),
      });
    }
    expect(await readAll()).toBe(before);
  },
);

it.each([
  ['token_contract', 'ADDRESS_IS_TOKEN'],
  ['hot_wallet', 'ADDRESS_IS_OURS'],
  ['deposit_address', 'ADDRESS_IS_DEPOSIT'],
] as const)('security: an address that is a %s is refused in any spelling', async (known, code) => {
  const networks = { recognise: () => Promise.resolve(known) } as unknown as PayingNetworks;
  for (const text of [OUTSIDE.ERC20, OUTSIDE.ERC20.toLowerCase()]) {
    await expect(requireDestination(world.db.read, networks, { network: 'ERC20', text })).rejects.toMatchObject({ code });
  }
});

it('security: what calls 46 and 48 are not asked for changes nothing of what they answer', async () => {
  const options = await ada.client.get('/api/exchange');
  expect(await ada.client.get(`/api/exchange?network=${encodeURIComponent('\u202e'.repeat(100))}`)).toEqual(options);
});
