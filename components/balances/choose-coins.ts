import type { Balance } from '@/lib/dto/balances';
import { compareDecimals } from '@/lib/rules/decimal';

/** A balance worth less than this in USDT counts as small. */
const SMALL_USDT = '1';

type Asked = { search: string; hidesSmall: boolean; nameOf: (asset: string) => string | null | undefined };

/** Returns the coins that are owned, small ones left out on request; of a search all that it finds, whatever they are worth. */
export function chooseCoins(balances: readonly Balance[], { search, hidesSmall, nameOf }: Asked): readonly Balance[] {
  const wanted = search.trim().toLowerCase();
  if (wanted !== '') {
    return balances.filter(({ asset }) => [asset, nameOf(asset)].some((name) => name?.toLowerCase().includes(wanted)));
  }
  const least = hidesSmall ? SMALL_USDT : '0';
  return balances.filter(({ total, valueUsdt }) => compareDecimals(total, '0') > 0 && compareDecimals(valueUsdt, least) >= 0);
}
