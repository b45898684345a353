'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { post } from './post';
import { useFormatter } from './format-context';

const ASK_EVERY_MS = 10_000;
type Pulse = { count: number; newest: string | null };

/** Says that a queue has changed since its list was shown. The rows stay where they are until the operator asks for the new ones: that is a look of its own. */
export function NewCases({ queue }: { queue: string }) {
  const router = useRouter();
  const format = useFormatter();
  const shown = useRef<Pulse | null>(null);
  const [now, setNow] = useState<Pulse | null>(null);

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    async function look() {
      if (document.visibilityState === 'visible') {
        const answer = await post<Pulse>('queues.pulse', { queue });
        if (answer.ok && !isOver) {
          shown.current ??= answer.data;
          setNow(answer.data);
        }
      }
      if (!isOver) timer = setTimeout(look, ASK_EVERY_MS);
    }
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      shown.current = null;
    };
  }, [queue]);

  const before = shown.current;
  const isNew = now !== null && before !== null && now.newest !== null && Number(now.newest) > Number(before.newest ?? 0);
  const hasChanged = now !== null && before !== null && (isNew || now.count !== before.count);
  function show() {
    shown.current = now;
    setNow((same) => (same === null ? null : { ...same }));
    router.refresh();
  }
  return (
    <div aria-live="polite" className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-3 text-ink-2 text-small" role="status">
      {now === null || now.count === 0 ? null : <span>{now.count === 1 ? '1 case waits' : `${format.count(now.count)} cases wait`}</span>}
      {hasChanged ? (
        <Button onClick={show} size="small" variant="soft">
          {isNew ? 'Show new cases' : 'Show the list as it is now'}
        </Button>
      ) : null}
    </div>
  );
}
