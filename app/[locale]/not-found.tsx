import { headers } from 'next/headers';
import { SandboxBanner } from '@/components/layout/sandbox-banner';
import { Wordmark } from '@/components/layout/wordmark';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { readIsSimulated } from '@/lib/bff/app/read-is-sandbox';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts } from '@/lib/i18n/texts';

export default async function NotFound() {
  const locale = localeOr((await headers()).get('x-next-intl-locale') ?? undefined);
  const [t, common, isSimulated] = await Promise.all([getTexts(locale, 'Layout'), getTexts(locale, 'Common'), readIsSimulated()]);
  return (
    <>
      {isSimulated ? <SandboxBanner text={common('sandboxStrip')} /> : null}
      <header className="column flex min-h-14 items-center">
        <Wordmark locale={locale} />
      </header>
      <main className="column grid min-h-[70dvh] place-content-center">
        <EmptyState
          action={
            <ButtonLink href="/tab1" size="small">
              {t('toHome')}
            </ButtonLink>
          }
          icon="search"
          isPage
          text={t('notFoundText')}
          title={t('notFoundTitle')}
        />
      </main>
    </>
  );
}
