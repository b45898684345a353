'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact } from '@/components/money/format';
import type { StakingTerm } from '@/lib/dto/staking';
import { formatScaled } from '@/lib/rules/decimal';
import type { ExitRow } from '@/lib/rules/staking';
import { STAKING_DECIMALS } from './preview';

/** "Leave on day n: you get …", for a term; ether keeps what it earned. */
export function ExitTable({ term, exits }: { term: StakingTerm; exits: readonly ExitRow[] }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  if (term.kind !== 'term') return <p className="text-ink-2 text-small">{t('exitEther', { days: term.exitMs / term.dayMs })}</p>;
  const show = (units: bigint) => formatExact(formatScaled(units, STAKING_DECIMALS), locale);
  return (
    <details>
      <summary className="flex min-h-11 items-center font-strong text-accent text-small">{t('exitTitle')}</summary>
      <p className="pb-2 text-ink-2 text-small">{t('exitText')}</p>
      <table className="w-full text-small">
        <thead>
          <tr className="border-line border-b text-ink-3 text-micro">
            <th className="py-2 text-start font-plain" scope="col">
              {t('exitDay')}
            </th>
            <th className="py-2 text-end font-plain" scope="col">
              {t('exitCredited')}
            </th>
            <th className="py-2 text-end font-plain" scope="col">
              {t('exitReturned', { coin: term.asset })}
            </th>
          </tr>
        </thead>
        <tbody suppressHydrationWarning>
          {exits.map(({ day, credited, returned }) => (
            <tr className="border-line border-b" key={day}>
              <th className="py-2 text-start font-plain" scope="row">
                {day}
              </th>
              <td className="py-2 text-end">{show(credited)}</td>
              <td className="py-2 text-end font-strong">{show(returned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
