import { listVipLevels } from '@/lib/rules/help-figures';
import type { HelpProps } from './help-texts';

const CELL = 'border-line border-b py-2.5';
/** Its figures are narrower than its heading, which is one word: without a width of its own the word breaks. */
const EXTRA = 'w-[27%]';

/** Levels with what they need and bring, from the terms by which they are booked. */
export function VipTable({ t, terms, locale }: HelpProps) {
  const levels = listVipLevels(terms, locale);
  if (levels.length === 0) return <p className="pt-2.5 text-ink-2">{t('feesUnknown')}</p>;
  const heads = [t('vip.level'), t('vip.recharge'), t('vip.reward'), t('vip.extra')];
  return (
    <table className="mt-4 w-full">
      <caption className="sr-only">{t('vip.caption')}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              className={`${CELL} ${index === 0 ? 'text-start' : 'ps-2 text-end [overflow-wrap:anywhere]'} ${index === heads.length - 1 ? EXTRA : ''} hyphens-auto text-ink-2 text-small [word-break:keep-all]`}
              key={head}
              scope="col"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map(({ level, recharge, reward, extra }) => (
          <tr key={level}>
            <th className={`${CELL} text-start font-plain`} scope="row">
              {level}
            </th>
            <td className={`${CELL} ps-2 text-end tabular-nums`}>{recharge}</td>
            <td className={`${CELL} ps-2 text-end hyphens-auto text-small [overflow-wrap:anywhere]`}>
              {reward ?? t(`vip.rewards.${level}` as 'vip.rewards.7')}
            </td>
            <td className={`${CELL} ps-2 text-end tabular-nums`}>{extra ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
