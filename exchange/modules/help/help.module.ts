import { brand } from '../../../lib/brand';
import { fees, helpChanges, helpPages, links, rewardTerms } from '../../../lib/protocol/help';
import {
  ABOUT_ARTICLES,
  type ArticleTexts,
  type Figures,
  fillFigures,
  isOffered,
  LEGAL_ARTICLES,
  listFaq,
  listParagraphs,
  RULES,
  writeLicence,
} from '../../../lib/rules/help';
import { readFigures } from '../../../lib/rules/help-figures';
import type { Composition, ExchangeModule } from '../../composition/module';
import { type CallContext, handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { readLocale } from '../../platform/read-locale';
import { type FeeTerms, type PromisedTerms, readFees, readRewardTerms } from './help.fees';
import { readHelpTerms } from './help.terms';
import { HELP_TEXTS } from './help.texts';
import { readHelpChanges } from './help.versions';

type Row = { id: string; title: string; text: string };

function toRow(id: string, article: ArticleTexts, figures: Figures): Row {
  return { id, title: fillFigures(article.title ?? '', figures) ?? id, text: listParagraphs(article, figures).join('\n\n') };
}

/** Returns every help text in one language, as far as this exchange offers what it is about. */
async function listHelp(
  all: Composition,
  { tx, lang, context, terms }: { tx: Tx; lang: string | undefined; context: CallContext; terms: PromisedTerms },
): Promise<Row[]> {
  const locale = readLocale(lang);
  const changes = await readHelpChanges(tx, locale);
  const { articles, faq } = HELP_TEXTS[locale];
  const { features } = all;
  const said = await readHelpTerms(all, { context, rewards: readRewardTerms(terms, features) });
  const figures = { brand: brand.name, ...readFigures(said, locale) };
  const glossary: Record<string, { t: string; d: string }> = articles.glossary;
  return [
    ...listFaq({ texts: { ...faq.entries, ...changes }, features, figures }).map(({ id, question, answer }) => ({
      id: `faq.${id}`,
      title: question,
      text: answer,
    })),
    ...[...ABOUT_ARTICLES, ...LEGAL_ARTICLES].map((name) =>
      toRow(`page.${name}`, name === 'licence' ? writeLicence(articles.licence, brand) : articles[name], figures),
    ),
    ...RULES.flatMap((rules, index) => (isOffered(rules, features) ? [toRow(`rules.${index + 1}`, articles[rules.article], figures)] : [])),
    ...Object.entries(glossary).map(([name, { t, d }]) => ({ id: `glossary.${name}`, title: t, text: d })),
  ];
}

/**
 * Wires calls 54 and 55 and ours: the outside link of the configuration, the texts of the help pages, what operators changed in them, what is
 * charged and what is promised.
 */
export function createHelpModule({ db, env }: Pick<Platform, 'db' | 'env'>, { terms }: { terms: FeeTerms & PromisedTerms }) {
  let all: Composition | null = null;
  return {
    name: 'help',
    features: ['help', 'help-changes'],
    calls: [
      handle(links, async () => {
        if (env.externalLink === null) throw new DomainError('FEATURE_NOT_OFFERED');
        return env.externalLink;
      }),
      handle(fees, () => Promise.resolve(readFees(terms, all?.features ?? [], env.sandbox))),
      handle(rewardTerms, () => Promise.resolve(readRewardTerms(terms, all?.features ?? []))),
      handle(helpPages, async ({ id, lang }, context) => {
        const rows = all === null ? [] : await listHelp(all, { tx: db.read, lang, context, terms });
        return id === undefined ? rows : rows.filter((row) => row.id === id);
      }),
      handle(helpChanges, async ({ lang }) => {
        const changes = Object.entries(await readHelpChanges(db.read, readLocale(lang)));
        return changes.map(([entry, { q, a }]) => ({ entry, question: q, answer: a }));
      }),
    ],
    onComposed: (composition) => {
      all = composition;
    },
  } satisfies ExchangeModule;
}
