import { describe, expect, it } from 'vitest';
import { fees, helpPages, links } from '../../../lib/protocol/help';
import { tradeInfo } from '../../../lib/protocol/markets';
import { LOCALES } from '../../../lib/protocol/wire';
import { type Fees, listFees } from '../../../lib/rules/help-figures';
import { FAQ_ENTRIES } from '../../../lib/rules/help';
import { composeModules } from '../../composition/compose';
import type { Feature } from '../../composition/module';
import { type CallContext, handle } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createTestPlatform } from '../../platform/test-platform';
import { INVITATION_TERMS, VIP_TERMS } from '../../../tests/helpers/reward-terms';
import type { FeeTerms, PromisedTerms } from './help.fees';
import { createHelpModule } from './help.module';

const context: CallContext = { session: null, ip: '127.0.0.1', isBff: false, actor: null, setSession: () => undefined };
const base = { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', tick: '0.01', min: '5', max: '1000' };
const spot = { ...base, step: '0.01', min_value: '1', price_band: '0.1', open_max: 200, maker: '0.0008', taker: '0.001' };
const perpetual = {
  ...spot,
  tiers: [{ max: '1000', leverage: 100, initial: '0.01', maintenance: '0.005', amount: '0' }],
  mark_clamp: '0.01',
  liquidation_fee: '0.005',
  funding: { hours: 8, interest: '0.0001', clamp: '0.0005', cap: '0.0075' },
};
const option = { ...base, times: [{ time: 30, ratio: '0.85' }] };
const ALL = [...new Set(Object.values(FAQ_ENTRIES).flatMap((entry) => ('needs' in entry ? [entry.needs] : [])))];
const TERMS = {
  readWithdrawalTerms: () => ({ feeRate: '0.03' }),
  readConvertTerms: () => ({ feeRate: '0.001', spreadRate: '0.002' }),
  readLoanTerms: () => ({ terms: { products: [{ rate: '0.2' }, { rate: '0.1' }] } }),
  readHostingTerms: () => ({
    plans: [
      { feeRate: '0.2', exitRate: '0.005', isSandbox: false },
      { feeRate: '0.9', exitRate: '0.9', isSandbox: true },
    ],
  }),
  readVipTerms: () => VIP_TERMS,
  readInvitationTerms: () => INVITATION_TERMS,
} as unknown as FeeTerms & PromisedTerms;
type Row = { id: string; title: string; text: string };

/** No text was ever changed. */
const UNCHANGED = { read: { query: () => Promise.resolve({ rows: [], rowCount: 0 }) } } as unknown as Database;

/** An exchange with these features, whose call 24 answers these terms. */
function exchangeWith(
  features: readonly string[],
  terms: Record<string, object> = { spot, perpetual, option },
  externalLink: string | null = null,
) {
  const { platform } = createTestPlatform(UNCHANGED, { env: { externalLink } });
  const trade = handle(tradeInfo, ({ type }) => {
    const found = terms[type];
    return found === undefined ? Promise.reject(new DomainError('FEATURE_NOT_OFFERED')) : Promise.resolve(found as typeof spot);
  });
  const help = createHelpModule(platform, { terms: TERMS });
  const all = composeModules([help, { name: 'trade', calls: [trade], features: features.filter((name) => name !== 'help') as Feature[] }]);
  help.onComposed(all);
  const run = (call: { id: string }, input: unknown) =>
    all.calls.find((one) => one.call.id === call.id)?.run(input, context) ?? Promise.reject(new Error('no such call'));
  return {
    read: (input: { id?: string; lang?: string } = {}) => run(helpPages, input) as Promise<Row[]>,
    link: () => run(links, {}),
    fees: () => run(fees, {}),
  };
}

describe('call 55', () => {
  it.each(LOCALES)('answers every entry in %s, in its shape, without a hole', async (lang) => {
    const rows = await exchangeWith(ALL).read({ lang });
    expect(helpPages.answer.safeParse(rows).error).toBeUndefined();
    expect(rows.filter(({ id }) => id.startsWith('faq.')).map(({ id }) => id.slice(4))).toEqual(Object.keys(FAQ_ENTRIES));
    expect(rows.filter(({ id }) => id.startsWith('rules.')).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `rules.${n}`));
    for (const { id, title, text } of rows) expect(`${id} ${title} ${text}`).toMatch(/^\S+ \S[^{}]* \S[^{}]*$/s);
  });
  it('has its own text for each entry in each language', async () => {
    const { read } = exchangeWith(ALL);
    const texts = await Promise.all(LOCALES.map(async (lang) => (await read({ lang })).filter(({ id }) => id.startsWith('faq.'))));
    expect(new Set(texts.flat().map(({ text }) => text)).size).toBe(LOCALES.length * Object.keys(FAQ_ENTRIES).length);
  });
  it('says what is charged: other terms, other sentences', async () => {
    const dearer = { spot: { ...spot, taker: '0.0025' }, perpetual, option };
    const [before] = await exchangeWith(ALL).read({ id: 'faq.check-fees' });
    const [after] = await exchangeWith(ALL, dearer).read({ id: 'faq.check-fees' });
    expect([before?.text.includes('0.1%'), after?.text.includes('0.25%')]).toEqual([true, true]);
  });
  it('promises nothing that is not offered, and leaves out a sentence whose figure is not known', async () => {
    const rows = await exchangeWith(['spot'], { spot }).read();
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain('faq.check-fees');
    expect(ids.filter((id) => /^(faq|rules).*(deposit|withdraw|staking|loan|seconds|liquidation|vip)/.test(id))).toEqual([]);
    expect(ids.filter((id) => id.startsWith('rules.'))).toEqual(['rules.5']);
    expect(rows.find(({ id }) => id === 'page.risk')?.text).not.toMatch(/[{}]/);
  });
  it.each(['nothing', 'faq.nothing', 'rules.7'])('answers %s with an empty list', async (id) =>
    expect(await exchangeWith(ALL).read({ id })).toEqual([]),
  );
  it('says what a level follows from before what else is to be said of it', async () => {
    const [row] = await exchangeWith(ALL).read({ id: 'rules.4' });
    expect(row?.text).toMatch(/^Your level follows from/);
  });
  it('says that nobody has a licence while the operator has entered none', async () => {
    const [row] = await exchangeWith(ALL).read({ id: 'page.licence' });
    expect(row?.text).toContain('not licensed or supervised anywhere');
  });
});

describe('fees', () => {
  it('are those of the terms in force, of what is offered alone', async () => {
    expect(await exchangeWith(ALL).fees()).toEqual({
      withdrawal: { rate: '0.03' },
      convert: { rate: '0.001', spread: '0.002' },
      loan: { min: '0.001', max: '0.002' },
      hosting: { gain: { min: '0.2', max: '0.9' }, exit: { min: '0.005', max: '0.9' } },
    });
    expect(await exchangeWith(['spot']).fees()).toEqual({ withdrawal: null, convert: null, loan: null, hosting: null });
  });
  it('stand on the page line by line, in words where there is no rate', async () => {
    const charged = (await exchangeWith(ALL).fees()) as Fees;
    const lines = listFees({ spot: null, perpetual: null, seconds: null, fees: charged, rewards: null }, 'en', ['staking']);
    expect(lines.map(({ name, values }) => [name, values.value])).toEqual([
      ['withdrawalFee', '3%'],
      ['convertFee', '0.1%'],
      ['convertSpread', '0.2%'],
      ['loanInterest', '0.1% – 0.2%'],
      ['loanYearly', '36.5% – 73%'],
      ['loanLate', '0.1% – 0.2%'],
      ['hostingFee', '20% – 90%'],
      ['hostingExit', '0.5% – 90%'],
      ['stakingFee', undefined],
      ['stakingExit', undefined],
    ]);
  });
});

describe('call 54', () => {
  it('answers the link of the configuration, and is not offered without one', async () => {
    expect(await exchangeWith([], {}, 'https://example.org/more').link()).toBe('https://example.org/more');
    await expect(exchangeWith([]).link()).rejects.toMatchObject({ code: 'FEATURE_NOT_OFFERED' });
  });
});
