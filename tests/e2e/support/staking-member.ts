import { formatScaled, toScaled } from '../../../lib/rules/decimal';
import { calculateTermInterest, LOAN_SCALE } from '../../../lib/rules/loans';
import { expect } from '@playwright/test';
import { makePicture } from '../../helpers/pictures';
import { runOperatorCommand } from './operator-command';
import { newId, RawClient } from './raw-client';

const LOOK_MS = 500;
/** A sandbox pays a loan out after twenty seconds. */
const PAYOUT_MS = 120_000;
/** It verifies after thirty. */
const APPROVED_MS = 120_000;
const [FIRST_NAME, LAST_NAME] = ['Ada', 'Lovelace'];
/** A loan within the limit of whoever was just verified, and a part of it that is paid back. */
const LOAN = { productId: '2', amount: '1000', part: '250' };

/** Makes a member of the demo account who is verified, stakes, hosts, borrowed and paid a part back, and talked with support. */
export async function makeStakingMember(): Promise<{ cookies: ReadonlyMap<string, string>; ids: Readonly<Record<string, string>> }> {
  const client = new RawClient();
  await client.must('/api/wallet-found', {});
  await client.signIn();
  const { user } = (await client.get<{ user: { userId: string } }>('/api/session')).data;
  await verify(client);
  const loan = await borrow(client);
  await stake(client);
  await host(client);
  await talk(client, user.userId);
  await payPart(client, loan);
  return { cookies: client.cookies, ids: { loan } };
}

/** Hands an identity in and waits for the sandbox, which approves it by itself after half a minute. */
async function verify(client: RawClient): Promise<void> {
  const email = `${newId()}@candor.example`;
  await client.must('/api/identity/code', { email });
  const { data } = await client.get<{ mails: { text: string }[] }>(`/api/outbox?to=${email}`);
  await client.must('/api/identity', {
    ...{ country: 'CH', firstName: FIRST_NAME, lastName: LAST_NAME, document: 'passport', number: `E${Date.now()}`, email },
    front: await client.upload(await makePicture()),
    back: null,
    hold: await client.upload(await makePicture()),
    code: /\b\d{6}\b/.exec(data.mails[0]?.text ?? '')?.[0] ?? '',
  });
  await expect
    .poll(async () => (await client.get<{ state: string }>('/api/identity')).data.state, { timeout: APPROVED_MS })
    .toBe('verified');
}

type Term = { id: string; kind: string; asset: string; days: number; dayMs: number; amountMin: string; rateMin: string };

/** Stakes in a term of weeks, in one whose days are seconds, and ether; each its smallest amount at its smallest rate. */
async function stake(client: RawClient): Promise<void> {
  await client.must('/api/spot/orders', { symbol: 'ETH-USDT', side: 'buy', kind: 'market', quantity: '0.5', requestId: newId() });
  const { terms } = (await client.get<{ terms: Term[] }>('/api/staking/terms')).data;
  const usdt = terms.filter(({ asset }) => asset === 'USDT').sort((a, b) => a.dayMs * a.days - b.dayMs * b.days);
  const ether = terms.filter(({ kind }) => kind === 'eth-joint').sort((a, b) => b.dayMs - a.dayMs);
  for (const term of [usdt[0], usdt.at(-1), ether[0]]) {
    if (term === undefined) throw new Error('a term is missing');
    const { id, asset, amountMin, rateMin } = term;
    await client.must('/api/staking/positions', { term: id, asset, amount: amountMin, rate: rateMin, requestId: newId() });
  }
}

async function host(client: RawClient): Promise<void> {
  const { plans } = (await client.get<{ plans: { id: string }[] }>('/api/hosting/plans')).data;
  for (const { id } of plans) await client.must('/api/hosting/positions', { plan: id, asset: 'USDT', amount: '1000', requestId: newId() });
}

/** Asks with a picture, and is answered. */
async function talk(client: RawClient, userId: string): Promise<void> {
  const picture = await client.upload(await makePicture());
  await client.must('/api/support', { text: 'Where is it?', about: 'withdrawal:12', picture, requestId: newId() });
  await runOperatorCommand('ada', 'support', 'answer', userId, 'It was sent two minutes ago and needs twelve confirmations.');
}

/** Signs for a loan, and returns its number. */
async function borrow(client: RawClient): Promise<string> {
  const { productId, amount } = LOAN;
  const { products } = (await client.get<{ products: { id: string; days: number; rate: string }[] }>('/api/loans/products')).data;
  const product = products.find((one) => one.id === productId);
  if (product === undefined) throw new Error('the product is not offered');
  const units = toScaled(amount, LOAN_SCALE) ?? 0n;
  const total = formatScaled(units + calculateTermInterest({ ...product, amount: units }), LOAN_SCALE);
  const { id } = await client.must<{ id: string }>('/api/loans/applications', {
    ...{ productId, amount, total, firstName: FIRST_NAME, lastName: LAST_NAME, signedName: `${FIRST_NAME} ${LAST_NAME}` },
    ...{ address: '12 St James Square, London', phone: '+442079460958', locale: 'en', isAuto: false, requestId: newId() },
  });
  return id;
}

/** Pays a part back as soon as the loan is paid out. */
async function payPart(client: RawClient, id: string): Promise<void> {
  const end = Date.now() + PAYOUT_MS;
  while ((await client.get<{ state: string }>(`/api/loans/${id}`)).data.state !== 'running') {
    if (Date.now() > end) throw new Error('the loan was not paid out');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await client.must('/api/loans/repayments', { id, isWithdrawal: false, amount: LOAN.part, requestId: newId() });
}
