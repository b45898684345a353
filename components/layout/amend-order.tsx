'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from './lazy-part';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { BookKind } from '@/lib/protocol/wire';
import type { AmendableOrder } from './amended-terms';
import { useMember } from './member-context';

/** Its code comes with the first look. */
const AmendSheet = dynamic(() => loadPart(() => import('./amend-sheet').then((module) => module.AmendSheet)), { ssr: false });

type Shown = AmendableOrder & { kind: string; side: string; partnerId?: string | null; isReduceOnly?: boolean };
type Props = {
  kind: BookKind;
  order: Shown;
  /** The other order of its pair: one of the two is chosen. */
  partner?: Shown | null;
  /** In a row of a table the button is an icon. */
  isIcon?: boolean;
};

/** Asks for another price, stop price or amount of an order. Nothing for one that can't be amended, or where the backend can't. */
export function AmendOrder({ kind, order, partner = null, isIcon = false }: Props) {
  const t = useTranslations('Spot');
  const { features } = useMember();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const orders = [order, partner].flatMap((one) =>
    one !== null && isAmendable(one) ? [{ ...one, price: one.price as string, takesExits: takesExits(kind, one) }] : [],
  );
  if (!features.includes('amend') || orders.length === 0) return null;
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  return (
    <>
      {isIcon ? (
        <Button aria-haspopup="dialog" aria-label={t('amend.action')} onClick={open} size="icon" title={t('amend.action')} variant="ghost">
          <Icon name="edit" size={18} />
        </Button>
      ) : (
        <Button aria-haspopup="dialog" onClick={open} size="small" variant="ghost">
          {t('amend.action')}
        </Button>
      )}
      {wasOpen ? <AmendSheet isOpen={isOpen} kind={kind} onClose={() => setOpen(false)} orders={orders} /> : null}
    </>
  );
}

function isAmendable({ kind, status, price }: Shown): boolean {
  if (price === null) return false;
  return status === 'waiting' || (kind === 'limit' && (status === 'open' || status === 'partially_filled'));
}

/** A sale on spot and what only reduces a position leave nothing to be protected, and one of a pair has the other one. */
function takesExits(kind: BookKind, { status, side, partnerId, isReduceOnly }: Shown): boolean {
  if (status === 'waiting') return false;
  return kind === 'spot' ? side === 'buy' && partnerId == null : isReduceOnly !== true;
}
