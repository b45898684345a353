import { ActionForm, type ActionField } from '@/components/console/action-form';
import { Part } from '@/components/console/parts';
import type { TermShape } from '@/lib/operator/terms';

/** In how many parts the tokens come, and when. */
const VESTING: TermShape = {
  kind: 'group',
  isNullable: true,
  fields: [
    ['first', { kind: 'whole', min: 0, max: 99 }],
    ['parts', { kind: 'whole', min: 1, max: 36 }],
    ['days', { kind: 'whole', min: 1, max: 366 }],
  ],
};

/** The terms of a pre-sale, as they are typed. */
export const PRESALE_TERMS: readonly ActionField[] = [
  { name: 'price', label: 'Price of a token (USDT)', kind: 'amount' },
  { name: 'mode', label: 'If more is asked for', options: ['first-come', 'pro-rata'] },
  { name: 'softCap', label: 'Soft cap (tokens)', kind: 'whole', isOptional: true },
  { name: 'min', label: 'Least for a person (tokens)', kind: 'whole' },
  { name: 'max', label: 'Most for a person (tokens)', kind: 'whole' },
  { name: 'starts', label: 'Starts', hint: 'Empty: with the approval', kind: 'moment', isOptional: true },
  { name: 'ends', label: 'Ends', kind: 'moment' },
  { name: 'vesting', label: 'Delivery', kind: 'terms', shape: VESTING },
];

/** Opens a pre-sale, by two; what is done about one that there is stands on its page. */
export function OpenPresale() {
  return (
    <Part title="Open a pre-sale">
      <ActionForm
        act="presale.open"
        fields={[
          { name: 'code', label: 'Code' },
          { name: 'asset', label: 'Token' },
          { name: 'supply', label: 'Supply (tokens)', kind: 'whole' },
          ...PRESALE_TERMS,
        ]}
        input={{}}
        label="Ask to open it"
        variant="action"
      />
    </Part>
  );
}
