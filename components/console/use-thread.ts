import { useEffect, useRef, useState } from 'react';
import type { Thread, ThreadLine } from '@/lib/operator/support';
import { post } from './post';

/** What was written is shown within this time, while the page is looked at. */
const FOLLOW_EVERY_MS = 4_000;
/** Lines that one page keeps; older ones are read again when they are asked for. */
const LINES_KEPT_MAX = 500;

type Opened = { lines: readonly ThreadLine[]; promisedAt: number | null; holder: string | null; reason: string; hasOlder: boolean };
/** As many lines as a look brings at most: there may be older ones. */
const LOOK_LINES = 50;

/** A thread of support that is opened with a reason and goes on by itself as long as the page is looked at. */
export function useThread(user: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = useRef<Opened | null>(null);
  shown.current = opened;

  async function open(reason: string) {
    const answer = await post<Thread>('support.thread', { user, reason });
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setOpened({ ...answer.data, reason, hasOlder: answer.data.lines.length === LOOK_LINES });
  }
  async function readOlder() {
    const before = opened?.lines[0]?.id;
    if (opened === null || before === undefined) return;
    const answer = await post<Thread>('support.thread', { user, reason: opened.reason, before });
    setFault(answer.ok ? null : answer.message);
    if (!answer.ok) return;
    const { lines } = answer.data;
    setOpened((now) => now && { ...now, lines: [...lines, ...now.lines], hasOlder: lines.length === LOOK_LINES });
  }
  async function follow() {
    const now = shown.current;
    if (now === null) return;
    const answer = await post<Thread>('support.follow', { user, reason: now.reason, after: now.lines.at(-1)?.id ?? '0' });
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setOpened((before) => before && join(before, answer.data));
  }

  const isOpen = opened !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what is shown when its time comes
  useEffect(() => {
    if (!isOpen) return;
    let timer = setTimeout(again, FOLLOW_EVERY_MS);
    let isOver = false;
    async function again() {
      if (document.visibilityState === 'visible') await follow();
      if (!isOver) timer = setTimeout(again, FOLLOW_EVERY_MS);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isOpen, user]);

  return { opened, fault, open, readOlder, follow };
}

/** Joins what came with what is shown: an answer that is on the page already is no new line. */
function join(shown: Opened, { lines, promisedAt, holder }: Thread): Opened {
  const known = new Set(shown.lines.map(({ id }) => id));
  const all = [...shown.lines, ...lines.filter(({ id }) => !known.has(id))];
  const kept = all.slice(-LINES_KEPT_MAX);
  return { ...shown, lines: kept, promisedAt, holder, hasOlder: shown.hasOlder || kept.length < all.length };
}
