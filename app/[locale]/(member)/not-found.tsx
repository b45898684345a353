'use client';
import { useTranslations } from 'next-intl';
import { PageFrame } from '@/components/layout/shell';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** Stands where a signed-in user asked for what is not there. */
export default function NotFound() {
  const t = useTranslations('Layout');
  return (
    <PageFrame back="/tab1" heading={null}>
      <div className="grid min-h-[60dvh] place-content-center">
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
      </div>
    </PageFrame>
  );
}
