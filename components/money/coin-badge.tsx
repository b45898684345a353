import coinIcons from './coin-icons.json';

const WITH_ICON: ReadonlySet<string> = new Set(coinIcons);

/** The icon of a coin; of one that has none, at most three letters. All icons are one file (`scripts/make-coin-icons.mjs`). */
export function CoinBadge({ coin, size = 'normal' }: { coin: string; size?: 'normal' | 'small' }) {
  const box = size === 'small' ? 'size-[1.75rem]' : 'size-[2.25rem]';
  if (WITH_ICON.has(coin)) {
    return (
      <svg aria-hidden="true" className={`${box} shrink-0 rounded-full ring-1 ring-line`}>
        <use href={`/coins.svg#${coin}`} />
      </svg>
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`grid ${box} shrink-0 place-items-center rounded-full bg-surface-2 font-strong text-ink-1 text-micro`}
    >
      {coin.slice(0, 3)}
    </span>
  );
}
