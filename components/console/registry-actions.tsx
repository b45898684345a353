import { hrefOfList, hrefOfObject } from '@/lib/console/pages';
import type { ActionField } from './action-form';
import { Part } from './parts';
import { Link } from '../ui/link';

/** What a new version of an entry is asked for with, beside which entry it is. */
export const VERSION_FIELDS: readonly ActionField[] = [
  { name: 'terms', label: 'Terms', kind: 'terms' },
  { name: 'takesEffectAt', label: 'In force from', hint: 'Ten minutes ahead at least', kind: 'time' },
  { name: 'note', label: 'Public note' },
];
/** What other fees are asked for with, beside whose they are. */
export const FEE_FIELDS: readonly ActionField[] = [
  { name: 'makerFeeRate', label: 'Maker', hint: 'A fraction: {0.0008} is {0.08} %', kind: 'amount' },
  { name: 'takerFeeRate', label: 'Taker', kind: 'amount' },
  { name: 'takesEffectAt', label: 'In force from', kind: 'time' },
  { name: 'note', label: 'Public note' },
];
export const FEES_TOLD = 'At least a day ahead. Whatever trades before then costs what it does now; every member is told at the approval.';

const KINDS = [
  ['product', 'Products'],
  ['asset', 'Coins'],
  ['network', 'Networks'],
  ['market', 'Markets'],
] as const;
const FEES = ['spot', 'perpetual'] as const;

const Way = ({ href, children }: { href: string; children: string }) => (
  <Link className="inline-flex min-h-11 items-center rounded-full bg-surface-2 px-4 text-small" href={href} prefetch={false}>
    {children}
  </Link>
);

/** The ways to what is listed and to what trading costs: an entry is changed on its page, in place of the version that stands there. */
export function RegistryActions() {
  return (
    <>
      <Part title="Change what is listed">
        <p className="text-ink-2 text-small">
          An entry is changed on its own page, in place of the version that is shown there. What somebody else changes meanwhile is not
          written over.
        </p>
        <div className="flex flex-wrap gap-1.5">
          {KINDS.map(([kind, label]) => (
            <Way href={`${hrefOfList('registry')}?kind=${kind}`} key={kind}>
              {label}
            </Way>
          ))}
        </div>
      </Part>
      <Part title="Change what trading costs">
        <p className="text-ink-2 text-small">{FEES_TOLD}</p>
        <div className="flex flex-wrap gap-1.5">
          {FEES.map((product) => (
            <Way href={hrefOfObject('entry', `product ${product}`)} key={product}>
              {`Fees of ${product}`}
            </Way>
          ))}
        </div>
      </Part>
    </>
  );
}
