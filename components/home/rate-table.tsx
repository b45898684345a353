'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount, formatPercent } from '@/components/money/format';
import type { Home } from '@/lib/dto/balances';
import { writeFact, writeRange } from '@/lib/rules/punctuation';
import { yearlyOf } from '@/lib/rules/staking';

type Row = Home['rateTable'][number];

const DAILY_DECIMALS = 4;
const YEARLY = ['apr', 'apy'] as const;

/** Daily and yearly rates by term and amount, as the backend publishes them. */
export function RateTable({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations('Home');
  const staking = useTranslations('Staking');
  const locale = useLocale();
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-title">{t('rates')}</h2>
      <table className="w-full text-small">
        <thead>
          <tr className="border-line border-b text-ink-3 text-micro">
            <th className="py-2 text-start font-plain" scope="col">
              {t('amountRange')}
            </th>
            <th className="py-2 text-end font-plain" scope="col">
              {t('ratePerDay')}
            </th>
          </tr>
        </thead>
        <tbody suppressHydrationWarning>
          {rows.map((row) => (
            <RateRow key={Object.values(row).join(' ')} row={row} />
          ))}
        </tbody>
      </table>
      {rows.some(({ days }) => days !== null) ? (
        <p className="text-ink-3 text-micro">{writeFact(staking('paysFrom'), staking('pool'), locale)}</p>
      ) : null}
    </section>
  );
}

function RateRow({ row: { days, amountMin, amountMax, rateMin, rateMax } }: { row: Row }) {
  const staking = useTranslations('Staking');
  const locale = useLocale();
  const whole = (value: string) => formatAmount(value, { locale, decimalsMin: 0, decimalsMax: 0 });
  const range = (min: string, max: string, decimals: number) => {
    const [low, high] = [formatPercent(min, { locale, decimals }), formatPercent(max, { locale, decimals })];
    return (low === high ? low : writeRange(low, high, locale)).replaceAll(' ', '\u00a0');
  };
  const [lowest, highest] = [yearlyOf(rateMin), yearlyOf(rateMax)];
  return (
    <>
      <tr className="align-top">
        <td className="pt-2.5 pe-3">
          {days === null ? null : <span className="block font-strong">{staking('names.term', { days })}</span>}
          {`${writeRange(whole(amountMin), whole(amountMax), locale)} USDT`}
        </td>
        <td className="pt-2.5 text-end font-strong">{range(rateMin, rateMax, DAILY_DECIMALS)}</td>
      </tr>
      <tr className="border-line border-b">
        <td className="pt-1 pb-2.5 text-ink-2 text-micro" colSpan={2}>
          {YEARLY.map((kind) => (
            <span className="two-ends" key={kind}>
              <span>{staking(kind)}</span>
              <span>{range(lowest[kind], highest[kind], 2)}</span>
            </span>
          ))}
        </td>
      </tr>
    </>
  );
}
