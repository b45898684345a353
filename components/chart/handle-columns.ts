/** Between two handles beside each other, px. */
const GAP_PX = 4;

/**
 * Returns how far to the right each handle lies, so that none covers another: lines that lie close together, or all beyond the same edge, have theirs
 * beside each other, in the order that they came in.
 * @example placeColumns([{ y: 10, width: 60 }, { y: 12, width: 40 }], 28) // [0, 64]
 */
export function placeColumns(handles: readonly { y: number; width: number }[], height: number): number[] {
  const placed: { y: number; from: number; to: number }[] = [];
  return handles.map(({ y, width }) => {
    const near = placed.filter((one) => Math.abs(one.y - y) < height).sort((a, b) => a.from - b.from);
    let from = 0;
    for (const one of near) if (one.from < from + width + GAP_PX && one.to + GAP_PX > from) from = one.to + GAP_PX;
    placed.push({ y, from, to: from + width });
    return from;
  });
}
