import type { Metadata } from 'next';
import { PublicHeader } from '@/components/layout/public-header';
import { StatusScreen } from '@/components/status/status-screen';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';
import { ask } from '@/lib/bff/operation';
import { withPageBudget } from '@/lib/bff/page-budget';
import { liabilities } from '@/lib/bff/liabilities/liabilities.endpoints';
import { readStatus } from '@/lib/bff/status/read-status';
import { AppError } from '@/lib/errors/app-error';
import { publicAlternates } from '@/lib/i18n/alternates';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts, loadNamespace } from '@/lib/i18n/texts';

type Props = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = localeOr((await params).locale);
  const t = await getTexts(locale, 'Status');
  return { ...(await publicAlternates(locale, '/status')), title: t('title'), description: t('description') };
}

/** Another backend may have none. */
async function readTree() {
  try {
    const { trees } = await withPageBudget(() => ask(liabilities, {}, null));
    return trees[0] ?? null;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

export default async function StatusPage({ params }: Props) {
  const locale = localeOr((await params).locale);
  const [found, tree, isSandbox, t, texts, help] = await Promise.all([
    readStatus(locale),
    readTree(),
    readIsSandbox(),
    getTexts(locale, 'Status'),
    loadNamespace(locale, 'Status'),
    getTexts(locale, 'Help'),
  ]);
  return (
    <>
      <PublicHeader languageLabel={help('language')} locale={locale} path="/status" signInLabel={help('signIn')} />
      <main className="column pb-[max(2.5rem,env(safe-area-inset-bottom))]" id="main">
        <StatusScreen isSandbox={isSandbox} locale={locale} found={found} t={t} texts={texts.liabilities} tree={tree} />
      </main>
    </>
  );
}
