import 'server-only';
import { brand } from '../../brand';
import { AppError } from '../../errors/app-error';
import { writeTemplates } from '../../i18n/templates';
import { loadNamespace } from '../../i18n/texts';
import type { Locale } from '../../protocol/wire';
import { FAQ_ENTRIES, type FaqTexts, type Figures } from '../../rules/help';
import { type HelpTerms, readFigures } from '../../rules/help-figures';
import { helpChanges } from '../../protocol/help';
import { findFeatures } from '../app/get-features';
import { rules } from '../market/market.endpoints';
import { ask } from '../operation';
import { callPublic } from '../upstream';
import { optionTerms } from '../options/options.endpoints';
import { fees, rewardTerms } from './help.endpoints';
import { withPageBudget } from '../page-budget';
import { perpetualTerms } from '../perpetual/perpetual.endpoints';

/** The market whose terms stand for those of all: fees are the same in each. */
const EXAMPLE = { symbol: 'BTC-USDT' };
/** A page of words waits no longer for figures. */
const FIGURES_WAIT_MS = 1_500;

/** Help is readable without the exchange: a figure that it doesn't answer is left out. */
async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await withPageBudget(read, FIGURES_WAIT_MS);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function readTerms(features: readonly string[]): Promise<HelpTerms> {
  const offered = <Value>(feature: string, read: () => Promise<Value>) => (features.includes(feature) ? orNull(read) : null);
  const [spot, perpetual, seconds, charged, rewards] = await Promise.all([
    // A backend without a list of features may still answer call 24.
    orNull(() => ask(rules, EXAMPLE, null)),
    offered('perpetual', () => ask(perpetualTerms, EXAMPLE, null)),
    offered('option', () => ask(optionTerms, EXAMPLE, null)),
    offered('help', () => ask(fees, {}, null)),
    offered('help', () => ask(rewardTerms, {}, null)),
  ]);
  return {
    spot: spot && { makerRate: spot.makerFeeRate, takerRate: spot.takerFeeRate },
    perpetual: perpetual && {
      makerRate: perpetual.makerFeeRate,
      takerRate: perpetual.takerFeeRate,
      liquidationRate: perpetual.liquidationFeeRate,
      leverageMax: Math.max(...perpetual.tiers.map(({ leverageMax }) => leverageMax)),
      fundingHours: perpetual.funding.hours,
      fundingCapRate: perpetual.funding.capRate,
    },
    seconds: seconds && {
      durations: seconds.durations,
      stakeMin: seconds.stakeMin,
      stakeMax: seconds.stakeMax,
      quote: seconds.quote,
    },
    fees: charged,
    rewards,
  };
}

/** What operators changed in the entries, in one language; entries that this app doesn't have are left out. */
async function readChanges(features: readonly string[], locale: Locale): Promise<FaqTexts> {
  const changed = features.includes('help-changes') ? await orNull(() => callPublic(helpChanges, { lang: locale })) : null;
  const known = (changed ?? []).filter(({ entry }) => Object.hasOwn(FAQ_ENTRIES, entry));
  return Object.fromEntries(known.map(({ entry, question, answer }) => [entry, { q: question, a: answer }]));
}

/** Returns the texts of help in one language, as operators changed them, with what is offered and charged here. Never fails because of the exchange. */
export async function readHelp(locale: Locale) {
  const { features } = await findFeatures();
  const [terms, changes, faq, articles] = await Promise.all([
    readTerms(features),
    readChanges(features, locale),
    loadNamespace(locale, 'Faq'),
    loadNamespace(locale, 'Articles'),
  ]);
  const texts = writeTemplates(faq);
  const figures: Figures = { brand: brand.name, ...readFigures(terms, locale) };
  return {
    locale,
    features,
    terms,
    figures,
    faq: { ...texts, entries: { ...texts.entries, ...changes } },
    articles: writeTemplates(articles),
  };
}
