import { ActForm, type ActField } from './act-form';
import { Part } from './parts';

/** What a new version of an entry is asked for with, beside which entry it is. */
export const VERSION_FIELDS: readonly ActField[] = [
  { name: 'terms', label: 'Terms (JSON)', kind: 'json' },
  { name: 'takesEffectAt', label: 'In force from', hint: 'Such as 2026-03-01T12:00:00Z, ten minutes ahead at least', kind: 'time' },
  { name: 'note', label: 'Public note' },
];
/** What other fees are asked for with, beside whose they are. */
export const FEE_FIELDS: readonly ActField[] = [
  { name: 'makerFeeRate', label: 'Maker', hint: 'A fraction: 0.0008 is 0.08 %' },
  { name: 'takerFeeRate', label: 'Taker' },
  { name: 'takesEffectAt', label: 'In force from', hint: 'Such as 2026-03-01T12:00:00Z', kind: 'time' },
  { name: 'note', label: 'Public note' },
];
export const FEES_TOLD = 'At least a day ahead. Whatever trades before then costs what it does now; every member is told at the approval.';

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
            ...VERSION_FIELDS,
          ]}
          input={{}}
          label="Ask for the change"
          variant="action"
        />
      </Part>
      <Part title="Change what trading costs">
        <p className="text-ink-2 text-small">{FEES_TOLD}</p>
        <ActForm
          act="fees.change"
          fields={[{ name: 'product', label: 'Product', options: ['spot', 'perpetual'] }, ...FEE_FIELDS]}
          input={{}}
          label="Ask for the change of fees"
        />
      </Part>
    </>
  );
}
