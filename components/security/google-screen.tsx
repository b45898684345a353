'use client';
import { useTranslations } from 'next-intl';
import * as api from '@/lib/api/security';
import { useRead } from '@/lib/query/use-read';
import { LoadState } from '../layout/load-state';
import { buttonClass } from '../ui/button';
import { Link } from '../ui/link';
import { SkeletonRows } from '../ui/skeleton';

const STEPS = ['install', 'scan', 'enter', 'keep'] as const;

/** Why a second factor, where it is asked for, and how to get one. */
export function GoogleScreen() {
  const t = useTranslations('Security');
  const query = useRead(api.security, {});
  return (
    <>
      <h2 className="mt-2 text-title">{t('whyTitle')}</h2>
      <p className="pt-1 text-ink-2">{t('whyText')}</p>
      <h2 className="mt-6 text-title">{t('asksTitle')}</h2>
      <p className="pt-1 text-ink-2">{t('asksText')}</p>
      <h2 className="mt-6 text-title">{t('stepsTitle')}</h2>
      <ol className="mt-2 grid list-decimal grid-cols-1 gap-2 ps-6 text-ink-2">
        {STEPS.map((step) => (
          <li key={step}>{t(`steps.${step}`)}</li>
        ))}
      </ol>
      <div className="mt-8">
        <LoadState query={query} skeleton={<SkeletonRows count={1} label={t('loading')} />}>
          {({ boundAt }) => (
            <Link className={buttonClass({})} href="/authenticator">
              {t(boundAt === null ? 'start' : 'manage')}
            </Link>
          )}
        </LoadState>
      </div>
    </>
  );
}
