'use client';
import { CoinBadge } from '@/components/money/coin-badge';
import { useCoinName } from '@/components/money/use-coin-name';

/** A coin by its icon, its ticker and, where there is room, its name. */
export function CoinTitle({ coin }: { coin: string }) {
  const name = useCoinName()(coin);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <CoinBadge coin={coin} size="small" />
      <span className="drop-end">
        <b>{coin}</b>
        {name === null || name === coin ? null : <span className="ps-1.5 font-plain text-ink-3">{name}</span>}
      </span>
    </span>
  );
}
