import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { FaqData } from '@/components/help/faq-data';
import { HelpContent, type Shown } from '@/components/help/help-content';
import { HELP_ROUTES } from '@/components/help/help-texts';
import { PublicHeader } from '@/components/layout/public-header';
import { readHelp } from '@/lib/bff/help/read-help';
import { publicAlternates, readOrigin } from '@/lib/i18n/alternates';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts, loadNamespace } from '@/lib/i18n/texts';
import { findRules, RULES } from '@/lib/rules/help';

type Props = { params: Promise<{ locale: string; page: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Returns what is asked for, with its address below the language's. */
async function readShown({ params, searchParams }: Props): Promise<{ shown: Shown; path: string }> {
  const [{ page }, { active }] = await Promise.all([params, searchParams]);
  const route = HELP_ROUTES.find((known) => known === page) ?? notFound();
  if (route !== 'web_view') return { shown: { route }, path: `/${route}` };
  const rules = findRules(active) ?? notFound();
  return { shown: { route, article: rules.article }, path: `/web_view?active=${RULES.indexOf(rules) + 1}` };
}

async function readTitle(locale: ReturnType<typeof localeOr>, shown: Shown): Promise<string> {
  if (shown.route !== 'web_view') return (await getTexts(locale, 'Help'))(`${shown.route}Title`);
  return String((await loadNamespace(locale, 'Articles'))[shown.article].title);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const locale = localeOr((await props.params).locale);
  const { shown, path } = await readShown(props);
  const [title, t, alternates] = await Promise.all([readTitle(locale, shown), getTexts(locale, 'Help'), publicAlternates(locale, path)]);
  return { ...alternates, title, description: t(`description.${shown.route}`) };
}

/** Help for everybody, in the language of its address; indexable, without a session and without the exchange. */
export default async function PublicHelpPage(props: Props) {
  const locale = localeOr((await props.params).locale);
  const { shown, path } = await readShown(props);
  const [help, t, origin, title] = await Promise.all([readHelp(locale), getTexts(locale, 'Help'), readOrigin(), readTitle(locale, shown)]);
  const base = `/${locale}`;
  const content = { ...help, t, base };
  return (
    <>
      <PublicHeader languageLabel={t('language')} locale={locale} path={path} signInLabel={t('signIn')} />
      <main className="column pb-[max(2.5rem,env(safe-area-inset-bottom))]" id="main">
        {shown.route === 'web_view' ? null : <h1 className="mt-4 mb-3 text-balance text-display">{title}</h1>}
        <HelpContent {...content} heading="h1" shown={shown} />
      </main>
      {shown.route === 'faq' ? <FaqData {...content} url={`${origin}${base}${path}`} /> : null}
    </>
  );
}
