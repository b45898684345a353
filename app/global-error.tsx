'use client';
import { useEffect } from 'react';
import { brand } from '@/lib/brand';
import { readErrorTexts } from '@/lib/i18n/read-error-texts';
import { FailureWords } from './failure-words';

/** How often the page is asked for again. */
const RELOAD_MS = 10_000;

const STYLES = `
  :root { color-scheme: dark light; --ground: oklch(0.165 0.012 262); --ink: oklch(0.97 0.005 262); --soft: oklch(0.76 0.015 262); --raised: oklch(0.255 0.016 262); --warn: oklch(0.83 0.13 82); }
  @media (prefers-color-scheme: light) { :root { --ground: oklch(0.982 0.004 90); --ink: oklch(0.22 0.02 262); --soft: oklch(0.46 0.02 262); --raised: oklch(0.953 0.006 262); --warn: oklch(0.5 0.11 70); } }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { display: grid; min-height: 100dvh; place-content: center; justify-items: center; gap: 8px; padding: 16px; text-align: center; }
  span { color: var(--warn); }
  h1 { margin: 0; font-size: 16px; font-weight: 600; }
  p { margin: 0; max-width: 38ch; color: var(--soft); font-size: 14px; }
  button { margin-top: 8px; min-height: 44px; padding: 4px 16px; border: 0; border-radius: 999px; background: var(--raised); color: var(--ink); font: 600 14px/1.2 inherit; }
`;

/** The last resort, where not even the layout could be drawn: needs nothing of the rest, and comes back by itself. */
export default function LastResort() {
  const texts = readErrorTexts();
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && location.reload(), RELOAD_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <html lang={typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en'}>
      <head>
        <title>{brand.name}</title>
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <style>{STYLES}</style>
      </head>
      <body>
        <main role="alert">
          <FailureWords onRetry={() => location.reload()} texts={texts} />
        </main>
      </body>
    </html>
  );
}
