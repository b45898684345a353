import { ActForm, type ActField } from '@/components/console/act-form';
import { Part } from '@/components/console/parts';

const TIME_HINT = 'Such as 2026-03-01T12:00:00Z';
/** The terms of a pre-sale, as they are typed. */
export const PRESALE_TERMS: readonly ActField[] = [
  { name: 'price', label: 'Price of a token (USDT)' },
  { name: 'mode', label: 'If more is asked for', options: ['first-come', 'pro-rata'] },
  { name: 'softCap', label: 'Soft cap (tokens)', kind: 'json', isOptional: true },
  { name: 'min', label: 'Least for a person (tokens)', kind: 'json' },
  { name: 'max', label: 'Most for a person (tokens)', kind: 'json' },
  { name: 'starts', label: 'Starts', hint: `${TIME_HINT}; empty: with the approval`, isOptional: true },
  { name: 'ends', label: 'Ends', hint: TIME_HINT },
  {
    name: 'vesting',
    label: 'Vesting (JSON)',
    hint: '{"first": 25, "parts": 3, "days": 30}: percent at the end, then equal parts every so many days; empty: all at the end',
    kind: 'json',
    isOptional: true,
  },
];

/** Opens a pre-sale, by two; what is done about one that there is stands on its page. */
export function OpenPresale() {
  return (
    <Part title="Open a pre-sale">
      <ActForm
        act="presale.open"
        fields={[
          { name: 'code', label: 'Code' },
          { name: 'asset', label: 'Token' },
          { name: 'supply', label: 'Supply (tokens)', kind: 'json' },
          ...PRESALE_TERMS,
        ]}
        input={{}}
        label="Ask to open it"
        variant="action"
      />
    </Part>
  );
}
