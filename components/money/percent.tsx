import type { DecimalString } from '../../lib/protocol/wire';
import { formatPercent, shownDirection } from './format';

const LOOKS = {
  1: { arrow: 'M1 7 4.500 1 8 7z', sign: '+', colour: 'text-up' },
  [-1]: { arrow: 'M1 1 4.500 7 8 1z', sign: '-', colour: 'text-down' },
  0: { arrow: '', sign: '', colour: 'text-ink-2' },
} as const;

type Props = { fraction: DecimalString; locale: string; decimals?: number; className?: string };

/** A change as percent: arrow for the eye, sign for a screen reader, colour on top. `fraction` 0.0241 reads 2.41 %. */
export function Percent({ fraction, locale, decimals = 2, className = '' }: Props) {
  const look = LOOKS[shownDirection(fraction, decimals)];
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap font-strong text-small ${look.colour} ${className}`}>
      {look.arrow ? (
        <svg aria-hidden="true" fill="currentColor" height="8" viewBox="0 0 9 8" width="9">
          <path d={look.arrow} />
        </svg>
      ) : null}
      <span suppressHydrationWarning>
        <span className="sr-only">{look.sign}</span>
        {formatPercent(fraction, { locale, decimals })}
      </span>
    </span>
  );
}
