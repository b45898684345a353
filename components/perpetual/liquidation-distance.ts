/** Returns by which fraction of the mark price it has to move to the liquidation price; only for drawing. */
export function distanceTo({ mark, liquidation }: { mark: string; liquidation: string }): number {
  const [at, end] = [Number(mark), Number(liquidation)];
  return at > 0 ? Math.round((Math.abs(at - end) / at) * 10_000) / 10_000 : 0;
}
