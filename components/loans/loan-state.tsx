import { useTranslations } from 'next-intl';
import type { LoanEnding, LoanState } from '@/lib/rules/loans';

const COLOURS = {
  applying: 'text-ink-1',
  running: 'text-ink-1',
  finished: 'text-up',
  rejected: 'text-down',
  overdue: 'text-down',
} as const;

/** The state of a loan in its colour; how it ended where that isn't plain. */
export function LoanStateText({ state, ending }: { state: LoanState; ending: LoanEnding | null }) {
  const t = useTranslations('Loans');
  const isLost = ending === 'written_off';
  const text = ending === null || ending === 'repaid' ? t(`states.${state}`) : t(`endings.${ending}`);
  return <span className={`font-strong text-small ${isLost ? 'text-down' : COLOURS[state]}`}>{text}</span>;
}
