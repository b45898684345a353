import coinIcons from './coin-icons.json';

const WITH_ICON: ReadonlySet<string> = new Set(coinIcons);

/**
 * The icon of a coin; of one that has none, at most three letters. All icons are one file (`scripts/make-coin-icons.mjs`), of which a view is shown.
 * `<use>` of another file is no way to show them: Chromium leaves one empty that comes into the page while the file is being read.
 */
export function CoinBadge({ coin, size = 'normal' }: { coin: string; size?: 'normal' | 'small' }) {
  const box = size === 'small' ? 'size-[1.75rem]' : 'size-[2.25rem]';
  if (WITH_ICON.has(coin)) {
    // biome-ignore lint/performance/noImgElement: a drawing, of which there is nothing to be made smaller
    return <img alt="" className={`${box} shrink-0 rounded-full ring-1 ring-line`} decoding="sync" src={`/coins.svg#${coin}`} />;
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
