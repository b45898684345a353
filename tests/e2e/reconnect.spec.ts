import type { APIResponse, Locator, Page } from '@playwright/test';
import { type TcpProxy, openTcpProxy } from './support/tcp-proxy';
import { signalExchange } from './support/exchange-control';
import { expect, signInWithSandboxWallet, test, writeHeaders } from './support/test';

// What a browser says of requests that a line cut or a killed server left without an answer.
test.use({ allowedNoise: [/Failed to load resource.*(50[0-9]|ERR_)/] });

/** 30 seconds, the second until the purchase print, and room for a busy machine. */
const RESULT_TIMEOUT_MS = 150_000;
/** The line comes back by itself: its own pauses grow to ten seconds. */
const BACK_TIMEOUT_MS = 120_000;
/** Right answers of the appropriateness tests. */
const ANSWERS = { perpetual: [true, false, true, false, true], option: [true, true, false, true, false] };

type Position = { id: string; cost: string; quantity: string; margin: string };
type Contract = { id: string; state: string; paid: string };

let line: TcpProxy;
test.beforeAll(async () => {
  line = await openTcpProxy();
});
test.afterAll(() => line?.close());

for (const trouble of ['the line is cut', 'the exchange is killed'] as const) {
  test(`a position and a running contract are right again without a reload after ${trouble}`, async ({ page, context }) => {
    test.setTimeout(600_000);
    await signInWithSandboxWallet(page);
    const position = await openPosition(page);
    const contract = await buyContract(page);
    await page.goto(`${line.origin}/perpetualorder?coin=BTC`);
    const other = await context.newPage();
    await other.goto(`${line.origin}/optionOrder?coin=ETH`);
    const card = page.locator('section', { hasText: 'Unrealised profit' }).locator('visible=true').last();
    await expectRightFigures(page, card, '0.05 BTC');
    await expect(other.getByRole('heading', { name: 'Running' })).toBeVisible();

    if (trouble === 'the line is cut') line.cut(true);
    else signalExchange('SIGKILL');
    await expect(page.getByText(/new orders are paused|Live prices are interrupted/).first()).toBeVisible({ timeout: BACK_TIMEOUT_MS });
    // Meanwhile the position changes under another device's hands, and the contract ends.
    await closeDownTo(page, position.id, 0.03);
    await untilDone(write(page, '/api/perpetual/margin', { positionId: position.id, change: 'add', amount: '25' }));
    const settled = await untilSettled(page, contract.id);
    line.cut(false);

    await expect(page.getByText('Live prices are interrupted')).toBeHidden({ timeout: BACK_TIMEOUT_MS });
    await expectRightFigures(page, card, '0.03 BTC');
    const after = await readPosition(page);
    await expect(readingOf(card, 'Margin')).toHaveText(`${toCents(after.margin)} USDT`);
    await expect(other.getByRole('heading', { name: 'Running' })).toBeHidden({ timeout: BACK_TIMEOUT_MS });
    const result = other.locator('section', { hasText: 'Paid back' }).locator('visible=true').last();
    await expect(result).toContainText({ won: 'Right', lost: 'Wrong', refunded: 'Refunded' }[settled.state] ?? '');
    await expect(result).toContainText(`${toCents(settled.paid)} USDT`);
  });
}

/** The mark on the card is the exchange's newest one and moves, and the profit is what the position makes at it. */
async function expectRightFigures(page: Page, card: Locator, size: string): Promise<void> {
  await expect(readingOf(card, 'Size')).toContainText(size, { timeout: BACK_TIMEOUT_MS });
  const position = await readPosition(page);
  const seen = new Set<string>();
  await expect(async () => {
    const { marks } = await read<{ marks: { symbol: string; markPrice: string }[] }>(page, '/api/perpetual/marks');
    const mark = Number(marks.find(({ symbol }) => symbol === 'BTC-USDT')?.markPrice);
    const text = (await card.textContent()) ?? '';
    const shown = numberAfter(text, /Mark price\s*([\d,]+\.\d\d)/);
    seen.add(String(shown));
    expect(shown).toBeCloseTo(mark, 1);
    const profit = numberAfter(text, /Unrealised profit\s*([+−-]?[\d,]+\.\d\d)/);
    expect(Math.abs(profit - (shown * Number(position.quantity) - Number(position.cost)))).toBeLessThan(0.02);
    expect(seen.size).toBeGreaterThan(1);
  }).toPass({ timeout: BACK_TIMEOUT_MS, intervals: [200] });
}

/** An amount as it is shown: what is below a cent is left out. */
function toCents(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`;
}

function numberAfter(text: string, pattern: RegExp): number {
  return Number((pattern.exec(text)?.[1] ?? 'NaN').replaceAll(',', '').replace('−', '-').replace('+', ''));
}

function readingOf(card: Locator, label: string): Locator {
  return card.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=../dd');
}

async function openPosition(page: Page): Promise<Position> {
  await qualify(page, 'perpetual');
  const order = { symbol: 'BTC-USDT', side: 'long', kind: 'market', quantity: '0.05', leverage: 5 };
  const { position } = (await (await untilDone(write(page, '/api/perpetual/orders', order))).json()) as { position: Position };
  return position;
}

async function buyContract(page: Page): Promise<Contract> {
  await qualify(page, 'option');
  const order = { symbol: 'ETH-USDT', direction: 'up', stake: '50', seconds: 30 };
  return ((await (await untilDone(write(page, '/api/options/contracts', order))).json()) as { contract: Contract }).contract;
}

async function qualify(page: Page, product: keyof typeof ANSWERS): Promise<void> {
  await untilDone(write(page, '/api/risk-limits/consent', { product }));
  await untilDone(write(page, '/api/risk-limits/test', { product, answers: ANSWERS[product] }));
}

/** The book of an exchange that has just started is thin: what it didn't take is closed with another order. */
async function closeDownTo(page: Page, positionId: string, size: number): Promise<void> {
  await expect(async () => {
    const left = Number((await readPosition(page)).quantity) - size;
    if (left > 0) await write(page, '/api/perpetual/closings', { positionId, quantity: left.toFixed(2) }).send();
    expect(Number((await readPosition(page)).quantity)).toBe(size);
  }).toPass({ timeout: BACK_TIMEOUT_MS, intervals: [500] });
}

async function readPosition(page: Page): Promise<Position> {
  const { positions } = await read<{ positions: Position[] }>(page, '/api/perpetual/positions');
  return positions[0] as Position;
}

async function untilSettled(page: Page, id: string): Promise<Contract> {
  let found: Contract | undefined;
  await expect(async () => {
    const { contracts } = await read<{ contracts: Contract[] }>(page, '/api/options/contracts?state=closed');
    found = contracts.find((contract) => contract.id === id);
    expect(found).toBeDefined();
  }).toPass({ timeout: RESULT_TIMEOUT_MS, intervals: [500] });
  return found as Contract;
}

/** Asks the server as another device of the same member would: cutting the browser off doesn't cut this. */
async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as T;
}

/** Returns a function that sends the same request, with the same number, as often as it is called. */
function write(page: Page, path: string, input: object): { send(): Promise<APIResponse> } {
  const data = { ...input, requestId: crypto.randomUUID().replaceAll('-', '') };
  return { send: async () => page.request.post(path, { data, headers: await writeHeaders(page.request) }) };
}

/** Sends until it is done: a server that starts again answers late. */
async function untilDone(request: ReturnType<typeof write>): Promise<APIResponse> {
  let answer: APIResponse | undefined;
  await expect(async () => {
    answer = await request.send();
    expect(answer.status(), await answer.text()).toBe(200);
  }).toPass({ timeout: BACK_TIMEOUT_MS, intervals: [500] });
  return answer as APIResponse;
}
