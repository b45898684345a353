import { z } from 'zod';
import { millisField } from '../../lib/protocol/fields';
import { LOCALES, type Locale } from '../../lib/protocol/wire';
import type { FeeRates } from '../../lib/rules/spot';
import { publishAnnouncement } from '../modules/announcements/announcements';
import { baseField, defineAction } from '../modules/operators/operators';
import { changeFees, FEE_PRODUCTS, type FeeProduct, readEntryBase } from '../modules/registry/registry';
import { FEE_TEXTS } from './fee-texts';

const rate = z.string().regex(/^0(\.[0-9]{1,6})?$/, 'a fraction with at most six digits, such as 0.001 for 0.1 %');
const schema = z.strictObject({
  product: z.enum(FEE_PRODUCTS),
  base: baseField,
  makerFeeRate: rate,
  takerFeeRate: rate,
  takesEffectAt: millisField.positive(),
  note: z.string().trim().min(1).max(300),
});

/** The announcement stands for a week from when the fees are in force. */
const SHOWN_MS = 7 * 86_400_000;
const RATE_DECIMALS_MAX = 4;

/** Returns what members read, in every language. `at` (ms) is when the fees take effect. */
function writeNews(product: FeeProduct, { before, after, at }: { before: FeeRates; after: FeeRates; at: number }) {
  const when = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const write = (lang: Locale) => {
    const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: RATE_DECIMALS_MAX });
    const rateOf = (text: string) => percent.format(text as `${number}`);
    const values: Record<string, string> = {
      when,
      maker: rateOf(after.makerFeeRate),
      taker: rateOf(after.takerFeeRate),
      makerBefore: rateOf(before.makerFeeRate),
      takerBefore: rateOf(before.takerFeeRate),
    };
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
    const { title, text } = FEE_TEXTS[lang][product];
    return { title: fill(title), text: fill(text) };
  };
  return Object.fromEntries(LOCALES.map((lang) => [lang, write(lang)])) as Record<Locale, { title: string; text: string }>;
}

/** What trading costs, from a stated time on: a version of the registry, in the public change log, and news to every member in their language. */
export const changeFeesAction = defineAction({
  name: 'fees.change',
  schema,
  describe: ({ product, makerFeeRate, takerFeeRate, takesEffectAt, note }) => [
    `${product} costs makers ${makerFeeRate} and takers ${takerFeeRate} from ${new Date(takesEffectAt).toISOString()} on`,
    'what trades before then costs what it does now',
    'every member is told at once, in their language',
    `public note: ${note}`,
  ],
  readBase: (tx, { product, base, makerFeeRate, takerFeeRate }) =>
    readEntryBase(tx, { kind: 'product', code: product, base, change: (now) => ({ ...now, makerFeeRate, takerFeeRate }) }),
  async run(tx, { input, at }) {
    const { outcome, before } = await changeFees(tx, input, at);
    const texts = writeNews(input.product, { before, after: input, at: input.takesEffectAt });
    const times = { startsAt: at, endsAt: input.takesEffectAt + SHOWN_MS };
    const id = await publishAnnouncement(tx, { audience: 'all', isPinned: false, ...times, texts }, at);
    return `${outcome}; announcement ${id} was published`;
  },
});
