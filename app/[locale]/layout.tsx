import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PreHydration } from '@/components/layout/pre-hydration';
import { PRE_HYDRATION_SCRIPT } from '@/components/layout/pre-hydration-script';
import { brand } from '@/lib/brand';
import { ERROR_TEXTS } from '@/lib/i18n/error-texts';
import { isLocale } from '@/lib/i18n/locales';
import { readDisplayPreferences } from '@/lib/i18n/preferences';
import { getText } from '@/lib/i18n/texts';
import '../globals.css';

type Props = { children: ReactNode; params: Promise<{ locale: string }> };

export const metadata: Metadata = {
  title: { default: brand.name, template: `%s · ${brand.name}` },
  applicationName: brand.name,
  manifest: '/manifest.webmanifest',
  icons: { icon: [{ url: '/icon.svg', type: 'image/svg+xml' }], apple: '/icon-192.png' },
  appleWebApp: { capable: true, title: brand.name, statusBarStyle: 'black-translucent' },
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

export async function generateViewport(): Promise<Viewport> {
  const { theme } = await readDisplayPreferences();
  return {
    themeColor: brand.themeColour[theme],
    width: 'device-width',
    initialScale: 1,
    viewportFit: 'cover',
    interactiveWidget: 'resizes-content',
  };
}

const FIELD_TEXTS = ['Common.fieldEmpty', 'Common.fieldUnticked', 'Errors.EMAIL_INVALID', 'Errors.REQUEST_INVALID'] as const;

/** Language and looks are in the first byte of the page: nothing flickers and no script decides. */
export default async function LocaleLayout({ children, params }: Props) {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  const { theme, trend } = await readDisplayPreferences();
  const error = ERROR_TEXTS[locale];
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const [empty, unticked, email, wrong] = await Promise.all(FIELD_TEXTS.map((key) => getText(locale, key)));
  return (
    // Theme and trend change in place on the user's tap, so the browser may hold other values than the server wrote.
    <html data-theme={theme} data-trend={trend} lang={locale} suppressHydrationWarning>
      {/* For a screen that fails: see error.tsx; for a form that can't be sent: see use-validation-message.ts. */}
      <body
        data-error-retry={error.retry}
        data-error-text={error.text}
        data-error-title={error.title}
        data-field-email={email}
        data-field-empty={empty}
        data-field-unticked={unticked}
        data-field-wrong={wrong}
      >
        {/* A browser hides the nonce of a script from scripts, so the two sides never agree on it. */}
        <script nonce={nonce} suppressHydrationWarning>
          {PRE_HYDRATION_SCRIPT}
        </script>
        {children}
        <PreHydration />
      </body>
    </html>
  );
}
