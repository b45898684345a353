import type { Metadata } from 'next';
import { PublicHeader } from '@/components/layout/public-header';
import { StatusScreen } from '@/components/status/status-screen';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';
import { ask } from '@/lib/bff/operation';
import { withPageBudget } from '@/lib/bff/page-budget';
import { status } from '@/lib/bff/status/status.endpoints';
import { AppError } from '@/lib/errors/app-error';
import { publicAlternates } from '@/lib/i18n/alternates';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts } from '@/lib/i18n/texts';
import type { Locale } from '@/lib/protocol/wire';

type Props = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = localeOr((await params).locale);
  const t = await getTexts(locale, 'Status');
  return { ...(await publicAlternates(locale, '/status')), title: t('title'), description: t('description') };
}

/** An exchange that doesn't answer is what this page is for. */
async function readStatus(locale: Locale) {
  try {
    return await withPageBudget(() => ask(status, { locale }, null));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export default async function StatusPage({ params }: Props) {
  const locale = localeOr((await params).locale);
  const [found, isSandbox, t, help] = await Promise.all([
    readStatus(locale),
    readIsSandbox(),
    getTexts(locale, 'Status'),
    getTexts(locale, 'Help'),
  ]);
  return (
    <>
      <PublicHeader languageLabel={help('language')} locale={locale} path="/status" signInLabel={help('signIn')} />
      <main className="column pb-[max(2.5rem,env(safe-area-inset-bottom))]" id="main">
        <StatusScreen isSandbox={isSandbox} locale={locale} status={found} t={t} />
      </main>
    </>
  );
}
