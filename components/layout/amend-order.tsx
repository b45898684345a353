'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { BookKind } from '@/lib/protocol/wire';
import { useMember } from './member-context';

/** Its code comes with the first look. */
const AmendSheet = dynamic(() => import('./amend-sheet').then((module) => module.AmendSheet), { ssr: false });

type Props = {
  kind: BookKind;
  order: { id: string; symbol: string; kind: string; status: string; price: string | null; quantity: string; filledQuantity: string };
  /** One of a pair shares its hold with the other and can't be changed by itself. */
  partnerId?: string | null;
};

/** Asks for another price or amount of an order. Nothing for one that can't be amended, or where the backend can't. */
export function AmendOrder({ kind, order, partnerId = null }: Props) {
  const t = useTranslations('Spot');
  const { features } = useMember();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const rests = order.kind === 'limit' && (order.status === 'open' || order.status === 'partially_filled');
  if (!features.includes('amend') || !rests || order.price === null || partnerId !== null) return null;
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open} size="small" variant="ghost">
        {t('amend.action')}
      </Button>
      {wasOpen ? <AmendSheet isOpen={isOpen} kind={kind} onClose={() => setOpen(false)} order={{ ...order, price: order.price }} /> : null}
    </>
  );
}
