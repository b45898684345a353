import type { ReactNode } from 'react';
import { SkipLink } from '@/components/layout/skip-link';
import { SandboxBanner } from '@/components/layout/sandbox-banner';
import { readIsSimulated } from '@/lib/bff/app/read-is-sandbox';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts } from '@/lib/i18n/texts';

/** Pages for everybody: no catalogue and no query client in the browser. */
export default async function PublicLayout({ children, params }: { children: ReactNode; params: Promise<{ locale: string }> }) {
  const locale = localeOr((await params).locale);
  const [isSimulated, t] = await Promise.all([readIsSimulated(), getTexts(locale, 'Common')]);
  return (
    <>
      <SkipLink text={t('skipToContent')} />
      {isSimulated ? <SandboxBanner text={t('sandboxStrip')} /> : null}
      {children}
    </>
  );
}
