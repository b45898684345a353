import { headers } from 'next/headers';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts } from '@/lib/i18n/texts';

export default async function NotFound() {
  const locale = localeOr((await headers()).get('x-next-intl-locale') ?? undefined);
  const t = await getTexts(locale, 'Layout');
  return (
    <main className="column grid min-h-dvh place-content-center">
      <EmptyState
        action={
          <ButtonLink href="/tab1" size="small">
            {t('toHome')}
          </ButtonLink>
        }
        icon="search"
        text={t('notFoundText')}
        title={t('notFoundTitle')}
      />
    </main>
  );
}
