import type { ReactNode } from 'react';
import { Providers, TabBar } from '@/components/layout/member-frame';
import { SkipLink } from '@/components/layout/skip-link';
import { SandboxStrip } from '@/components/layout/sandbox-strip';
import { findFeatures } from '@/lib/bff/app/get-features';
import { localeOr } from '@/lib/i18n/locales';
import { loadMessages } from '@/lib/i18n/texts';
import { requireSession } from '@/lib/session/session';

/** Stands around all member screens: no session, no screen. Each handler behind them checks again. */
export default async function MemberLayout({ children, params }: { children: ReactNode; params: Promise<{ locale: string }> }) {
  const { userId, username, mode } = await requireSession();
  const locale = localeOr((await params).locale);
  const [{ isSandbox, isSimulated, features }, { Landing: _landing, Auth: _auth, ...messages }] = await Promise.all([
    findFeatures(),
    loadMessages(locale),
  ]);
  return (
    <Providers locale={locale} member={{ userId, username, mode, isSandbox, features }} messages={messages}>
      <SkipLink text={messages.Common.skipToContent} />
      {isSimulated ? <SandboxStrip text={messages.Common.sandboxStrip} /> : null}
      {children}
      <TabBar />
    </Providers>
  );
}
