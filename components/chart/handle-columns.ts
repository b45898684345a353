/** Between two handles beside each other, px. */
const GAP_PX = 4;

/** `reach`: how far to the right it may lie, px; as far as the room unless said. */
type Handle = { y: number; width: number; reach?: number };
/** A place that is taken: from where to where, at `y`. */
type Taken = { y: number; from: number; to: number };

/**
 * Returns where each handle lies, px from the top left of a room, so that none covers another: lines that lie close together, or all beyond the same
 * edge, have theirs beside each other, in the order that they came in. Where a row is full the next one begins, towards the middle of the room; only
 * where there is no row left either does a handle cover another.
 * @example placeColumns([{ y: 10, width: 60 }, { y: 12, width: 40 }], 28, { width: 300, height: 200 }) // [{ x: 0, y: 10 }, { x: 64, y: 12 }]
 */
export function placeColumns(
  handles: readonly Handle[],
  height: number,
  room: { width: number; height: number },
): { x: number; y: number }[] {
  const taken: Taken[] = [];
  return handles.map(({ y, width, reach = room.width }) => {
    const step = y + height / 2 <= room.height / 2 ? height : -height;
    let place = { x: 0, y };
    for (let row = y; row >= 0 && row + height <= room.height; row += step) {
      const x = findColumn(taken, { y: row, width }, height);
      if (x !== 0 && x + width > reach) continue;
      place = { x, y: row };
      break;
    }
    taken.push({ y: place.y, from: place.x, to: place.x + width });
    return place;
  });
}

/** Returns the first x that is free for a handle beside those that are near. */
function findColumn(taken: readonly Taken[], { y, width }: Handle, height: number): number {
  const near = taken.filter((one) => Math.abs(one.y - y) < height).sort((a, b) => a.from - b.from);
  let from = 0;
  for (const one of near) if (one.from < from + width + GAP_PX && one.to + GAP_PX > from) from = one.to + GAP_PX;
  return from;
}
