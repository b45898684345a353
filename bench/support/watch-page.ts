import type { CDPSession, Page } from '@playwright/test';

export type Watched = {
  /** Sum of all layout shifts, and what moved. */
  layoutShift: number;
  shifted: string[];
  framesPerSecond: number;
  /** Milliseconds of each task above 50 ms. */
  tasks: number[];
  /** Bytes that the page holds more than before, after a garbage collection each. */
  heapGrowth: number;
};
type Notes = { shift: number; shifted: string[]; tasks: number[]; frames: number };
type Shift = PerformanceEntry & { value: number; sources?: { node?: Node }[] };

/** Starts noting layout shifts, long tasks and frames in a page. */
export async function startWatching(page: Page): Promise<void> {
  await page.evaluate(() => {
    const notes: Notes = { shift: 0, shifted: [], tasks: [], frames: 0 };
    (window as unknown as { notes: Notes }).notes = notes;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        notes.shift += entry.value;
        for (const { node } of entry.sources ?? []) {
          if (notes.shifted.length < 5) notes.shifted.push(node?.textContent?.slice(0, 40) ?? '?');
        }
      }
    }).observe({ type: 'layout-shift' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) notes.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    const frame = () => {
      notes.frames += 1;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** Returns what a page did in so many seconds. */
export async function watch({ page, cdp, seconds }: { page: Page; cdp: CDPSession; seconds: number }): Promise<Watched> {
  const heapBefore = await readHeap(cdp);
  // What the collection itself cost is not the page's.
  await page.evaluate(() => {
    const { notes } = window as unknown as { notes: Notes };
    Object.assign(notes, { shift: 0, shifted: [], tasks: [], frames: 0 });
  });
  const startedAt = Date.now();
  await page.waitForTimeout(seconds * 1000);
  const { shift, shifted, tasks, frames } = await page.evaluate(() => ({ ...(window as unknown as { notes: Notes }).notes }));
  const took = (Date.now() - startedAt) / 1000;
  const heapGrowth = (await readHeap(cdp)) - heapBefore;
  return { layoutShift: shift, shifted, framesPerSecond: frames / took, tasks, heapGrowth };
}

async function readHeap(cdp: CDPSession): Promise<number> {
  // Twice: what finalisers let go of is collected by the second.
  for (let round = 0; round < 2; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}
