import type { Frame } from './stream.frames';

/** Frames kept for clients that come back: minutes of a busy exchange, about 1 MB. */
export const RING_FRAMES_MAX = 2_000;

export type Ring = {
  /** Keeps what `create` makes of the next id. */
  add(create: (id: string) => Frame): Frame;
  /** Frames after the id, oldest first; null when it is not known here (any more), so that events may have been missed. */
  listAfter(id: string): Frame[] | null;
  /** Makes every id so far unknown. */
  forget(): void;
  /** Id of the newest frame, also before there is one. */
  getLastId(): string;
};

/** Creates the bounded memory of resumable events. `epoch` tells the ids of this process from those of any other. */
export function createRing(epoch: string, limit = RING_FRAMES_MAX): Ring {
  const frames: Frame[] = [];
  let last = 0;
  return {
    add(create) {
      last += 1;
      const frame = create(`${epoch}-${last}`);
      frames[last % limit] = frame;
      return frame;
    },
    listAfter(id) {
      const match = /^([0-9a-z]{1,16})-(\d{1,15})$/.exec(id);
      if (match?.[1] !== epoch) return null;
      const from = Number(match[2]);
      if (from > last || last - from > limit) return null;
      return Array.from({ length: last - from }, (_, i) => frames[(from + 1 + i) % limit] as Frame);
    },
    forget() {
      last += limit + 1;
    },
    getLastId: () => `${epoch}-${last}`,
  };
}
