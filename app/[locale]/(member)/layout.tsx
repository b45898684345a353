import type { ReactNode } from 'react';
import { Providers, TabBar } from '@/components/layout/member-frame';
import { SkipLink } from '@/components/layout/skip-link';
import { SandboxBanner } from '@/components/layout/sandbox-banner';
import { findFeatures } from '@/lib/bff/app/get-features';
import { streamKeyOf } from '@/lib/bff/stream/stream-key';
import { localeOr } from '@/lib/i18n/locales';
import { getText, loadMessages } from '@/lib/i18n/texts';
import { navigationOf } from '@/lib/pages/navigation';
import { FRAME_TEXTS } from '@/lib/pages/pages';
import { requireSession } from '@/lib/session/session';

/** Stands around all member screens: no session, no screen. Each handler behind them checks again. */
export default async function MemberLayout({ children, params }: { children: ReactNode; params: Promise<{ locale: string }> }) {
  const session = await requireSession();
  const { userId, username, mode } = session;
  const locale = localeOr((await params).locale);
  const [{ isSandbox, isSimulated, features }, messages] = await Promise.all([findFeatures(), loadMessages(locale, FRAME_TEXTS)]);
  const { menu: lines, ...tabBar } = navigationOf(features);
  const menu = await Promise.all(lines.map(async (line) => ({ ...line, label: await getText(locale, line.label) })));
  return (
    <Providers
      locale={locale}
      member={{ userId, username, mode, isSandbox, features, menu, streamKey: streamKeyOf(session) }}
      messages={messages}
    >
      <SkipLink text={messages.Common.skipToContent} />
      <div className="member">
        {isSimulated ? <SandboxBanner text={messages.Common.sandboxStrip} /> : null}
        {children}
      </div>
      <TabBar {...tabBar} />
    </Providers>
  );
}
