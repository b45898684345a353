import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { brand } from '@/lib/brand';
import { requireConsole } from '@/lib/console/ask';
import { readDisplayPreferences } from '@/lib/i18n/preferences';
import '../globals.css';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = {
  title: { default: `${brand.name} operators`, template: `%s · ${brand.name} operators` },
  robots: { index: false, follow: false },
};
export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** The operators' console. In the public app there is none: the middleware never comes here, and this line is the lock behind it. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  requireConsole();
  const { theme } = await readDisplayPreferences();
  return (
    <html data-theme={theme} lang="en" suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
