'use client';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Mark } from '@/components/ui/icon';
import { Link } from '../ui/link';
import type { ConsolePage } from '@/lib/console/pages';
import type { FormatSettings } from '@/lib/console/formatter';
import { useDeskKeys } from './desk-keys';
import { LastResult } from './last-result';
import { post } from './post';

type Props = {
  name: string;
  roles: readonly string[];
  isSandbox: boolean;
  pages: readonly ConsolePage[];
  settings: FormatSettings;
  children: ReactNode;
};

/** What stands around every page: who is signed in, the pages, the way out. */
export function ConsoleFrame({ name, roles, isSandbox, pages, settings, children }: Props) {
  useDeskKeys();
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a className="sr-only focus:not-sr-only" href="#content">
        Skip to content
      </a>
      <header className="border-line bg-surface-1 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-e">
        <div className="flex items-center justify-between gap-3 px-4 py-3 lg:block lg:pt-4 lg:pb-1">
          <p className="flex items-center gap-2 font-strong">
            <Mark /> <span className="max-lg:sr-only">Operators</span>
          </p>
          <p className="text-ink-2 text-small max-lg:me-auto lg:pt-2">
            <b className="text-ink-1">{name}</b> <span className="max-lg:hidden">{roles.join(', ')}</span>
            {isSandbox ? <span className="whitespace-nowrap text-warn lg:block">Sandbox: test money</span> : null}
          </p>
          <div className="shrink-0 whitespace-nowrap lg:-ms-4">
            <SignOut />
          </div>
        </div>
        <Pages pages={pages} />
        <div className="px-3 pb-3 max-lg:hidden">
          <p className="px-2 pt-2 text-ink-2 text-micro">
            <kbd>j</kbd> <kbd>k</kbd> rows, <kbd>Enter</kbd> opens, <kbd>/</kbd> search, <kbd>n</kbd> next page, <kbd>Ctrl</kbd>{' '}
            <kbd>Enter</kbd> acts
          </p>
          <p className="px-2 pt-2 text-ink-2 text-micro">
            Times in {settings.timeZone}, dates and numbers as in {settings.locale}
          </p>
        </div>
      </header>
      <main className="mx-auto w-full min-w-0 max-w-[80rem] px-4 py-6 lg:px-8" id="content">
        <LastResult />
        {children}
      </main>
    </div>
  );
}

function Pages({ pages }: { pages: readonly ConsolePage[] }) {
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  // On a phone the pages are a row that is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is says which link is marked.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  const isBelow = (start: string) => path === start || path.startsWith(`${start}/`);
  const isHere = ({ href, holds = [] }: ConsolePage) => (href === '/operator' ? path === href : [href, ...holds].some(isBelow));
  return (
    <nav aria-label="Console" ref={nav} className="flex gap-1 overflow-x-auto px-2 pb-2 lg:grid lg:gap-0 lg:px-2">
      {pages.map((page) => (
        <Link
          aria-current={isHere(page) ? 'page' : undefined}
          className={`inline-flex min-h-11 shrink-0 items-center rounded-field px-3 text-small lg:min-h-8 ${isHere(page) ? 'bg-accent-soft font-strong text-accent' : 'text-ink-2'}`}
          href={page.href}
          key={page.href}
          prefetch={false}
        >
          {page.label}
        </Link>
      ))}
    </nav>
  );
}

function SignOut() {
  async function leave() {
    await post('session.end', {});
    window.location.assign('/operator/sign-in');
  }
  return (
    <Button onClick={leave} size="small" variant="quiet">
      Sign out
    </Button>
  );
}
