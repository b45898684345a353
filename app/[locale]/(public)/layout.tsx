import type { ReactNode } from 'react';
import { SandboxStrip } from '@/components/layout/sandbox-strip';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts } from '@/lib/i18n/texts';

/** Pages for everybody: no catalogue and no query client in the browser. */
export default async function PublicLayout({ children, params }: { children: ReactNode; params: Promise<{ locale: string }> }) {
  const locale = localeOr((await params).locale);
  const [isSandbox, t] = await Promise.all([readIsSandbox(), getTexts(locale, 'Common')]);
  return (
    <>
      {isSandbox ? <SandboxStrip text={t('sandboxStrip')} /> : null}
      {children}
    </>
  );
}
