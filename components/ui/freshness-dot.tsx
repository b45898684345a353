/** Freshness indicator of a live price: solid while fresh, hollow and labelled when stale. `label`: age or state. */
export function FreshnessDot({ state, label }: { state: 'fresh' | 'stale' | 'dead' | 'halted'; label: string }) {
  const dot = state === 'fresh' ? 'bg-up' : state === 'stale' ? 'border border-warn' : 'border border-danger';
  const words = state === 'fresh' ? 'text-ink-3' : state === 'stale' ? 'text-warn' : 'text-danger';
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap text-micro ${words}`} data-state={state}>
      <span aria-hidden="true" className={`size-1.5 rounded-full ${dot}`} />
      {label}
    </span>
  );
}
