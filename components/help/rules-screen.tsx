import { isOffered, RULES, type RulesArticle } from '@/lib/rules/help';
import { listDurations, listFees } from '@/lib/rules/help-figures';
import { Article } from './article';
import type { HelpProps } from './help-texts';
import { VipTable } from './vip-table';

/** Words that are wider than their column break: at 200 % of text size a column has room for ten letters. */
const CELL = 'hyphens-auto border-line border-b py-2.5 [overflow-wrap:anywhere]';

/** What is charged, from what the exchange answers. */
function FeesTable({ t, terms, locale, features }: HelpProps) {
  const lines = listFees(terms, locale, features);
  if (lines.length === 0) return <p className="pt-2.5 text-ink-2">{t('feesUnknown')}</p>;
  return (
    <table className="mt-4 w-full text-start">
      <caption className="sr-only">{t('feesCaption')}</caption>
      <thead>
        <tr>
          <th className={`${CELL} text-start text-ink-2 text-small`} scope="col">
            {t('feeWhat')}
          </th>
          <th className={`${CELL} text-end text-ink-2 text-small`} scope="col">
            {t('feeRate')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, values }) => (
          <tr key={name}>
            <th className={`${CELL} text-start font-plain`} scope="row">
              {t(`fees.${name}` as 'fees.spotMaker')}
            </th>
            <td className={`${CELL} text-end font-strong tabular-nums`}>
              {values.value ?? t(`feeTexts.${name}` as 'feeTexts.stakingFee')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What each duration pays, and how often one has to be right. */
function DurationsTable({ t, terms, locale }: HelpProps) {
  const columns = [t('duration'), t('ratio'), t('breakEven')];
  return (
    <table className="mt-4 w-full">
      <caption className="sr-only">{t('durationsCaption')}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th className={`${CELL} ${index === 0 ? 'text-start' : 'text-end'} text-ink-2 text-small`} key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listDurations(terms, locale).map(({ seconds, ratio, breakEven }) => (
          <tr key={seconds}>
            <th className={`${CELL} text-start font-plain`} scope="row">
              {t('seconds', { seconds })}
            </th>
            <td className={`${CELL} text-end tabular-nums`}>{ratio}</td>
            <td className={`${CELL} text-end font-strong tabular-nums`}>{breakEven}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One set of rules, with its figures, and the way to the others. What isn't offered here has no rules, and the page says so. */
export function RulesScreen({ article, heading, ...help }: HelpProps & { article: RulesArticle; heading: 'h1' | 'h2' }) {
  const { t, base, features, figures, articles } = help;
  const rules = RULES.find((one) => one.article === article);
  const others = RULES.map((one, index) => ({ ...one, href: `${base}/web_view?active=${index + 1}` })).filter(
    (one) => one.article !== article && isOffered(one, features),
  );
  const isHere = rules !== undefined && isOffered(rules, features);
  return (
    <>
      <Article
        figures={figures}
        heading={heading}
        id={article}
        texts={isHere ? articles[article] : { title: articles[article].title, p1: t('notOffered') }}
      >
        {article === 'fees' ? <FeesTable {...help} /> : null}
        {article === 'vip' && isHere ? <VipTable {...help} /> : null}
        {article === 'seconds' && isHere ? <DurationsTable {...help} /> : null}
      </Article>
      <nav aria-label={t('otherRules')} className="pt-6">
        <ul>
          {others.map((one) => (
            <li key={one.article}>
              <a className="flex min-h-11 items-center text-accent" href={one.href}>
                {articles[one.article].title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
