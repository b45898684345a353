'use client';
import type { FoundWallet } from '@/lib/wallet/discover';
import { Icon } from '../ui/icon';

type Props = { wallets: readonly FoundWallet[]; chosenId: string; label: string; disabled: boolean; onChoose: (id: string) => void };

/** Several wallets in one browser: the person chooses which one is asked. */
export function WalletPicker({ wallets, chosenId, label, disabled, onChoose }: Props) {
  return (
    <fieldset className="grid grid-cols-1 gap-2" disabled={disabled}>
      <legend className="pb-2 text-ink-2 text-small">{label}</legend>
      {wallets.map(({ id, name, icon }) => (
        <label
          className="flex min-h-13 cursor-pointer items-center gap-3 rounded-field bg-surface-2 px-4 font-strong has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          key={id}
        >
          <input checked={id === chosenId} className="sr-only" name="wallet" onChange={() => onChoose(id)} type="radio" />
          {/* A data URI announced by the wallet itself: there is nothing to optimise. */}
          {/* biome-ignore lint/performance/noImgElement: see above */}
          {icon ? <img alt="" className="size-6 rounded-small" height={24} src={icon} width={24} /> : <Icon name="wallet" />}
          <span className="min-w-0 flex-1 free-text">{name || id}</span>
          {id === chosenId ? <Icon name="check" size={18} /> : null}
        </label>
      ))}
    </fieldset>
  );
}
