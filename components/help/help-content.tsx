import { brand } from '@/lib/brand';
import { ABOUT_ARTICLES, isOffered, LEGAL_ARTICLES, LEGAL_VERSIONS, RULES, type RulesArticle, writeLicence } from '@/lib/rules/help';
import { Article } from './article';
import { FaqScreen } from './faq-screen';
import type { HelpProps, HelpRoute } from './help-texts';
import { RulesScreen } from './rules-screen';

export type Shown = { route: Exclude<HelpRoute, 'web_view'> } | { route: 'web_view'; article: RulesArticle };

function LegalScreen({ t, locale, figures, articles }: HelpProps) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return LEGAL_ARTICLES.map((name) => {
    const { version, since } = LEGAL_VERSIONS[name];
    const texts = name === 'licence' ? writeLicence(articles.licence, brand) : articles[name];
    return (
      <Article
        figures={figures}
        id={name}
        key={name}
        note={t('version', { version, date: format.format(new Date(since)) })}
        texts={texts}
      />
    );
  });
}

/** Where else help is found. */
function HelpLinks({ t, base, features, articles, route }: HelpProps & { route: HelpRoute }) {
  const pages = [
    { href: '/faq', label: t('faqTitle') },
    { href: '/about', label: t('aboutTitle') },
    { href: '/legality', label: t('legalityTitle') },
    { href: '/status', label: t('statusTitle') },
  ].filter(({ href }) => href !== `/${route}`);
  const rules = RULES.flatMap((one, index) =>
    isOffered(one, features) ? [{ href: `/web_view?active=${index + 1}`, label: articles[one.article].title }] : [],
  );
  return (
    <nav aria-label={t('more')} className="mt-8 border-line border-t pt-4">
      <h2 className="text-title">{t('more')}</h2>
      <ul className="grid grid-cols-1 pt-1.5">
        {(route === 'web_view' ? pages : [...pages, ...rules]).map(({ href, label }) => (
          <li key={href}>
            <a className="flex min-h-11 items-center text-accent" href={base + href}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p className="pt-3 text-ink-2 text-small">
        {t('askUs')}{' '}
        <a className="inline-block max-w-full text-accent underline [overflow-wrap:anywhere]" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
      </p>
    </nav>
  );
}

/** One page of help, for a member and for everybody. */
export function HelpContent({ shown, heading, ...help }: HelpProps & { shown: Shown; heading: 'h1' | 'h2' }) {
  return (
    <>
      {shown.route === 'faq' ? <FaqScreen {...help} /> : null}
      {shown.route === 'about'
        ? ABOUT_ARTICLES.map((name) => <Article figures={help.figures} id={name} key={name} texts={help.articles[name]} />)
        : null}
      {shown.route === 'legality' ? <LegalScreen {...help} /> : null}
      {shown.route === 'web_view' ? <RulesScreen {...help} article={shown.article} heading={heading} /> : null}
      <HelpLinks {...help} route={shown.route} />
    </>
  );
}
