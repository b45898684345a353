import { useTranslations } from 'next-intl';
import type { PerpetualOrder } from '@/lib/dto/perpetual';

/** Returns what says which order it is: one that only reduces is called by the position that it closes, not by its own side. */
export function useOrderName(): (order: Pick<PerpetualOrder, 'side' | 'symbol' | 'isReduceOnly'>) => string {
  const t = useTranslations('Perpetual');
  return ({ side, symbol, isReduceOnly }) => {
    const market = symbol.replace('-', '/');
    if (isReduceOnly) return `${t(side === 'long' ? 'closeShort' : 'closeLong')} · ${market}`;
    return t(side === 'long' ? 'longIn' : 'shortIn', { market });
  };
}
