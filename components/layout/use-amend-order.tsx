'use client';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import * as perpetualApi from '@/lib/api/perpetual';
import * as spotApi from '@/lib/api/spot';
import type { BookKind } from '@/lib/protocol/wire';
import { useWrite } from '@/lib/query/use-write';
import { type AmendableOrder, AmendedTerms } from './amended-terms';
import { RESULT_TITLES, useShowResult } from './result';

/** Returns the write that gives an open order another price or amount, and shows what came of it. `onDone` is told while its form stands. */
export function useAmendOrder({ kind, order, onDone }: { kind: BookKind; order: AmendableOrder; onDone(): void }) {
  const t = useTranslations('Spot');
  const showResult = useShowResult();
  // The page may hear of the change before the answer comes: what it was compared with is what it was at the tap.
  const before = useRef(order);
  const write = useWrite(kind === 'spot' ? spotApi.amendOrder : perpetualApi.amendPerpetual, {
    of: order.id,
    onDone: ({ order: after, kept }, _sent, isLate) => {
      if (!isLate) onDone();
      showResult({
        title: t(after.status === 'open' || after.status === 'waiting' ? 'amend.done' : RESULT_TITLES[after.status]),
        lead: `${order.symbol.replace('-', '/')} · ${t('orderNumber', { id: order.id })}`,
        facts: <AmendedTerms after={after} before={before.current} kept={kept} />,
        href: `/orderdetails?${kind === 'spot' ? '' : 'type=perpetual&'}id=${order.id}`,
        told: { kind, order: order.id, until: after.updatedAt },
      });
    },
  });
  return {
    ...write,
    send(...sent: Parameters<typeof write.send>) {
      // Sent again it is the same amendment.
      if (write.step !== 'unknown') before.current = order;
      write.send(...sent);
    },
  };
}
