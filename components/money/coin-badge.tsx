/** Initials of a coin in a circle: at most three letters, no picture to load. */
export function CoinBadge({ coin, size = 'normal' }: { coin: string; size?: 'normal' | 'small' }) {
  const box = size === 'small' ? 'size-[1.75rem]' : 'size-[2.25rem]';
  return (
    <span
      aria-hidden="true"
      className={`grid ${box} shrink-0 place-items-center rounded-full bg-surface-2 font-strong text-ink-1 text-micro`}
    >
      {coin.slice(0, 3)}
    </span>
  );
}
