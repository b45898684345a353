import { VIP_LEVELS } from '@/lib/rules/vip';
import type { HelpProps } from './help-texts';

const CELL = 'border-line border-b py-2.5';
const BPS = 10_000;

/** Levels with what they need and bring, from the table by which they are booked. */
export function VipTable({ t, locale }: HelpProps) {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const heads = [t('vip.level'), t('vip.recharge'), t('vip.reward'), t('vip.extra')];
  return (
    <table className="mt-4 w-full">
      <caption className="sr-only">{t('vip.caption')}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              className={`${CELL} ${index === 0 ? 'text-start' : 'ps-2 text-end [overflow-wrap:anywhere]'} hyphens-auto text-ink-2 text-small`}
              key={head}
              scope="col"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {VIP_LEVELS.map(({ level, recharge, reward, extraBps }) => (
          <tr key={level}>
            <th className={`${CELL} text-start font-plain`} scope="row">
              {level}
            </th>
            <td className={`${CELL} ps-2 text-end tabular-nums`}>{number.format(recharge)}</td>
            <td className={`${CELL} ps-2 text-end hyphens-auto text-small [overflow-wrap:anywhere]`}>
              {reward === null ? t(`vip.rewards.${level}` as 'vip.rewards.7') : `${number.format(reward)} USDT`}
            </td>
            <td className={`${CELL} ps-2 text-end tabular-nums`}>{extraBps === 0n ? '–' : percent.format(Number(extraBps) / BPS)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
