'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as accountApi from '@/lib/api/account';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { Field } from '../ui/field';
import { SelectField } from '../ui/select-field';
import { TextButton } from '../ui/text-button';
import { EVERY_MARKET, FIRST_DAY, LAST_DAY } from './read-list-filter';
import type { ListFilterState } from './use-list-filter';

type Props<Kind extends string> = {
  state: ListFilterState<Kind>;
  /** The kinds that can be chosen, with their words; none where the list has but one. */
  kinds: readonly { value: Kind; label: string }[];
  /** The market whose list it is, null for every one. Undefined where the list has no markets. */
  symbol: string | null | undefined;
  /** It is a list of coins rather than of markets. */
  hasCoins?: boolean;
};

const NO_CHOICE = '';

/** Above a list: what it is narrowed to, folded away until it is asked for or the address says so. */
export function ListFilter<Kind extends string>({ state, kinds, symbol, hasCoins = false }: Props<Kind>) {
  const t = useTranslations('Lists');
  const { filter, count, change } = state;
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} open={isOpen}>
      <summary className="flex min-h-11 items-center font-strong text-accent text-small">
        {count === 0 ? t('filter') : t('filterCount', { count })}
      </summary>
      {isOpen ? (
        <div className="grid grid-cols-1 gap-2.5 pb-3 @min-[26rem]:grid-cols-2">
          <Field
            label={t('from')}
            max={filter.to ?? LAST_DAY}
            min={FIRST_DAY}
            onChange={(event) => change({ from: event.target.value || null })}
            type="date"
            value={filter.from ?? ''}
          />
          <Field
            label={t('to')}
            max={LAST_DAY}
            min={filter.from ?? FIRST_DAY}
            onChange={(event) => change({ to: event.target.value || null })}
            type="date"
            value={filter.to ?? ''}
          />
          {symbol === undefined ? null : <MarketField onChange={(market) => change({ market })} symbol={symbol} value={filter.market} />}
          {hasCoins ? <CoinField onChange={(asset) => change({ asset })} value={filter.asset} /> : null}
          {kinds.length === 0 ? null : (
            <SelectField
              label={t('kind')}
              onChange={(kind) => change({ kind: kind === NO_CHOICE ? null : (kind as Kind) })}
              options={[{ value: NO_CHOICE, label: t('allKinds') }, ...kinds]}
              value={filter.kind ?? NO_CHOICE}
            />
          )}
          {count === 0 ? null : (
            <div>
              <TextButton
                disabled={false}
                onPress={() => change({ from: null, to: null, market: null, asset: null, kind: null })}
                text={t('clear')}
              />
            </div>
          )}
        </div>
      ) : null}
    </details>
  );
}

/** Of what the account holds or has held. */
function CoinField({ value, onChange }: { value: string | null; onChange(asset: string | null): void }) {
  const t = useTranslations('Lists');
  const { data } = useRead(accountApi.balances, {});
  const assets = new Set([...(data?.balances.map(({ asset }) => asset) ?? []), ...(value === null ? [] : [value])]);
  return (
    <SelectField
      label={t('coin')}
      onChange={(asset) => onChange(asset === NO_CHOICE ? null : asset)}
      options={[{ value: NO_CHOICE, label: t('allCoins') }, ...[...assets].map((asset) => ({ value: asset, label: asset }))]}
      value={value ?? NO_CHOICE}
    />
  );
}

type MarketProps = { symbol: string | null; value: string | null; onChange(market: string | null): void };

function MarketField({ symbol, value, onChange }: MarketProps) {
  const t = useTranslations('Lists');
  const { data } = useRead(marketApi.markets, {});
  // What the address names stands there even before the markets are known.
  const symbols = new Set([...(data?.markets.map((market) => market.symbol) ?? []), value, symbol]);
  const own = symbol ?? EVERY_MARKET;
  const options = [...symbols]
    .filter((one) => one !== null && one !== EVERY_MARKET)
    .map((one) => ({ value: String(one), label: String(one).replace('-', '/') }));
  return (
    <SelectField
      label={t('market')}
      onChange={(market) => onChange(market === own ? null : market)}
      options={[{ value: EVERY_MARKET, label: t('allMarkets') }, ...options]}
      value={value ?? own}
    />
  );
}
