import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as hostingApi from '@/lib/api/hosting';
import type { HostingBook } from '@/lib/dto/hosting';
import { topicKey } from '@/lib/query/reads';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';

/** A book is valued within seconds of its time. */
const VALUED_WITHIN_MS = 2_000;
/** A valuation that is late is looked for so often. */
const LATE_LOOK_MS = 10_000;

/** Returns after how many ms a book is worth another look: once its next valuation should be there; false for one that is over. */
export function untilValued(book: Pick<HostingBook, 'nextAt'> | undefined, now: number): number | false {
  if (book?.nextAt == null) return false;
  return Math.max(LATE_LOOK_MS, Date.parse(book.nextAt) - now + VALUED_WITHIN_MS);
}

/** Reads the open book of a plan, and all that is shown of it again with each of its valuations: holders hear of one, everybody looks for it when it is due. */
export function useOpenBook(plan: string) {
  useAccountEvents();
  const client = useQueryClient();
  const book = useRead(hostingApi.hostingBook, { plan }, { everyMs: (data) => untilValued(data, Date.now()) });
  const day = book.data?.newest?.day;
  const shown = useRef(day);
  useEffect(() => {
    if (shown.current !== day && shown.current !== undefined) {
      void client.invalidateQueries({ queryKey: topicKey('staking') });
    }
    shown.current = day;
  }, [client, day]);
  return book;
}
