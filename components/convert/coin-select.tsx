import { Icon } from '@/components/ui/icon';
import { CoinBadge } from '@/components/money/coin-badge';

type Props = { label: string; coins: readonly string[]; value: string; onChange: (coin: string) => void; disabled?: boolean };

/** One of the coins, by the platform's own picker. */
export function CoinSelect({ label, coins, value, onChange, disabled = false }: Props) {
  return (
    <label className="relative flex min-h-11 items-center gap-2 rounded-full bg-surface-0 py-1 ps-1.5 pe-3 outline-offset-1 has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <CoinBadge coin={value} size="small" />
      <b className="text-ink-1 text-small">{value}</b>
      <span className="text-ink-3">
        <Icon name="down" size={14} />
      </span>
      <select
        aria-label={label}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      >
        {coins.map((coin) => (
          <option key={coin} value={coin}>
            {coin}
          </option>
        ))}
      </select>
    </label>
  );
}
