'use client';
import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';
import { Amount } from './amount';
import { HIDDEN_AMOUNT } from './hidden-amounts';

type Props = {
  label: string;
  totalUsdt: string;
  below?: ReactNode;
  /** Stands beside the total, and between it and the figures. */
  action?: ReactNode;
  between?: ReactNode;
  /** In place of the amount, for those who hear it; null: it is shown. */
  hidden?: string | null;
  children: ReactNode;
};

/** The total, which leads to the wallet, in whole units: the wallet shows the rest. Below it figures beside each other (`children` are `Figure`). */
export function TotalFigures({ label, totalUsdt, below, action, between, hidden = null, children }: Props) {
  const locale = useLocale();
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-start justify-between gap-2">
        <Link className="block min-w-0 flex-1" href="/wallet">
          <span className="flex items-center gap-1 text-ink-2 text-small">
            {label}
            <span className="text-ink-3">
              <Icon name="forward" size={14} />
            </span>
          </span>
          {hidden === null ? (
            <Amount decimalsMax={0} decimalsMin={0} isInLink locale={locale} size="display" unit="USDT" value={totalUsdt} />
          ) : (
            <span className="block font-strong text-display">
              <span aria-hidden="true">{HIDDEN_AMOUNT}</span>
              <span className="sr-only">{hidden}</span>
            </span>
          )}
          {below}
        </Link>
        {action}
      </div>
      {between}
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-2 rounded-card bg-surface-1 px-4.5 py-3.5">{children}</dl>
    </div>
  );
}

export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-micro">{label}</dt>
      <dd className="font-strong [&>span]:text-[length:inherit]" suppressHydrationWarning>
        {children}
      </dd>
    </div>
  );
}
