import { ActForm } from './act-form';
import { Part } from './parts';

/** What is listed and what trading costs, from a stated time on; each waits for a second operator. */
export function RegistryActs() {
  return (
    <>
      <Part title="Change what is listed">
        <ActForm
          act="registry.change"
          fields={[
            { name: 'kind', label: 'Kind', options: ['product', 'asset', 'network', 'market'] },
            { name: 'code', label: 'Code' },
            { name: 'terms', label: 'Terms (JSON)', kind: 'json' },
            {
              name: 'takesEffectAt',
              label: 'In force from',
              hint: 'Such as 2026-03-01T12:00:00Z, ten minutes ahead at least',
              kind: 'time',
            },
            { name: 'note', label: 'Public note' },
          ]}
          input={{}}
          label="Ask for the change"
          variant="action"
        />
      </Part>
      <Part title="Change what trading costs">
        <p className="text-ink-2 text-small">
          At least a day ahead. Whatever trades before then costs what it does now; every member is told at the approval.
        </p>
        <ActForm
          act="fees.change"
          fields={[
            { name: 'product', label: 'Product', options: ['spot', 'perpetual'] },
            { name: 'makerFeeRate', label: 'Maker', hint: 'A fraction: 0.0008 is 0.08 %' },
            { name: 'takerFeeRate', label: 'Taker' },
            { name: 'takesEffectAt', label: 'In force from', hint: 'Such as 2026-03-01T12:00:00Z', kind: 'time' },
            { name: 'note', label: 'Public note' },
          ]}
          input={{}}
          label="Ask for the change of fees"
        />
      </Part>
    </>
  );
}
