'use client';
import { type ReactNode, useState } from 'react';
import { Chips, SegmentedControl } from '../ui/segmented-control';

type Tab<V extends string> = { value: V; label: string; content: () => ReactNode };
type Props<V extends string> = {
  label: string;
  /** At least one; the first is shown, unless another is named. Only the chosen one is drawn. */
  tabs: readonly Tab<V>[];
  start?: V;
  /** The chosen one, where the address says it. */
  chosen?: string | undefined;
  /** Pills in a row that scrolls sideways, for more than four. */
  isScrolling?: boolean;
  onChange?: (value: V) => void;
  className?: string;
};

/** Tabs: a segmented control and the panel of the selected one. */
export function Tabs<V extends string>({ label, tabs, start, chosen, isScrolling = false, onChange, className = 'gap-3' }: Props<V>) {
  const [own, setOwn] = useState<string | undefined>(start);
  const tab = tabs.find(({ value }) => value === (chosen ?? own)) ?? tabs[0];
  if (tab === undefined) return null;
  const Control = isScrolling ? Chips : SegmentedControl;
  const choose = (value: V) => {
    setOwn(value);
    onChange?.(value);
  };
  return (
    <section aria-label={label} className={`grid grid-cols-1 ${className}`}>
      <Control
        className={isScrolling ? '' : 'w-full md:max-w-112 [.pair_&]:max-w-none [.pane_&]:max-w-none'}
        label={label}
        onChange={choose}
        options={tabs}
        value={tab.value}
      />
      {tab.content()}
    </section>
  );
}
