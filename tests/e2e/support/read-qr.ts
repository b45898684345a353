import sharp from 'sharp';

/** Versions 5 to 12 at level M: codewords for errors in a block, blocks as [count, codewords of data], and centres of alignment patterns. */
const VERSIONS: Record<number, { ecc: number; blocks: [number, number][]; centres: number[] }> = {
  5: { ecc: 24, blocks: [[2, 43]], centres: [6, 30] },
  6: { ecc: 16, blocks: [[4, 27]], centres: [6, 34] },
  7: { ecc: 18, blocks: [[4, 31]], centres: [6, 22, 38] },
  8: {
    ecc: 22,
    blocks: [
      [2, 38],
      [2, 39],
    ],
    centres: [6, 24, 42],
  },
  9: {
    ecc: 22,
    blocks: [
      [3, 36],
      [2, 37],
    ],
    centres: [6, 26, 46],
  },
  10: {
    ecc: 26,
    blocks: [
      [4, 43],
      [1, 44],
    ],
    centres: [6, 28, 50],
  },
  11: {
    ecc: 30,
    blocks: [
      [1, 50],
      [4, 51],
    ],
    centres: [6, 30, 54],
  },
  12: {
    ecc: 22,
    blocks: [
      [6, 36],
      [2, 37],
    ],
    centres: [6, 32, 58],
  },
};
/** A screenshot may hold a little of the dark page around the white. */
const EDGE_PX = 6;
const FORMAT_MASK = 0x5412;
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = { size: number; isDark(x: number, y: number): boolean };

/** Returns the text of a QR picture (ISO 18004, bytes, level M) as it was drawn: without noise, so no errors are mended. */
export async function readQr(png: Buffer): Promise<string> {
  const grid = await sample(png);
  const version = (grid.size - 17) / 4;
  const format = VERSIONS[version];
  if (format === undefined) throw new Error(`no QR picture that this can read: ${grid.size} modules`);
  const said = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => grid.isDark(x, 8));
  const [level, mask] = [readBits(said, 0, 2) ^ (FORMAT_MASK >> 13), readBits(said, 2, 3) ^ ((FORMAT_MASK >> 10) & 7)];
  if (level !== 0) throw new Error('not of level M');
  const words = getFormatter(grid, { version, mask, centres: format.centres });
  const bits = interleave(words, format.blocks).flatMap((word) => [...word.toString(2).padStart(8, '0')].map((bit) => bit === '1'));
  if (readBits(bits, 0, 4) !== 4) throw new Error('no bytes');
  const lengthBits = version < 10 ? 8 : 16;
  const length = readBits(bits, 4, lengthBits);
  return Buffer.from(Array.from({ length }, (_, n) => readBits(bits, 4 + lengthBits + 8 * n, 8))).toString();
}

const readBits = (bits: readonly boolean[], from: number, count: number) =>
  bits.slice(from, from + count).reduce((sum, bit) => sum * 2 + Number(bit), 0);

/** Finds the symbol by its dark corners, and its modules by the seven of a finder pattern. */
async function sample(png: Buffer): Promise<Grid> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 255) < 128;
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = EDGE_PX; y < info.height - EDGE_PX; y += 1) {
    for (let x = EDGE_PX; x < info.width - EDGE_PX; x += 1) {
      if (!dark(x, y)) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
  }
  let finder = 0;
  while (dark(left + finder, top + 1)) finder += 1;
  const size = Math.round((right - left + 1) / (finder / 7) / 4 - 0.25) * 4 + 1;
  const [stepX, stepY] = [(right - left + 1) / size, (bottom - top + 1) / size];
  return { size, isDark: (x, y) => dark(Math.floor(left + (x + 0.5) * stepX), Math.floor(top + (y + 0.5) * stepY)) };
}

function getFormatter(grid: Grid, { version, mask, centres }: { version: number; mask: number; centres: readonly number[] }): number[] {
  const { size } = grid;
  const last = size - 7;
  const isAligned = (x: number, y: number) =>
    centres.some((cx) =>
      centres.some((cy) => {
        const isFinder = (cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6);
        return !isFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
      }),
    );
  const isFunction = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && (y < 9 || y >= size - 8)) ||
    (x >= size - 8 && y < 9) ||
    isAligned(x, y) ||
    (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11)));
  const bits: boolean[] = [];
  for (let column = size - 1; column > 0; column -= 2) {
    if (column === 6) column -= 1;
    const isUp = ((column + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [column, column - 1]) {
        if (!isFunction(x, y)) bits.push(grid.isDark(x, y) !== (MASKS[mask]?.(x, y) ?? false));
      }
    }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, n) => readBits(bits, n * 8, 8));
}

/** Returns the codewords of data, block after block. */
function interleave(words: readonly number[], blocks: readonly [number, number][]): number[] {
  const lengths = blocks.flatMap(([count, length]) => Array<number>(count).fill(length));
  const taken: number[][] = lengths.map(() => []);
  let next = 0;
  for (let n = 0; n < Math.max(...lengths); n += 1) {
    for (const [block, length] of lengths.entries()) {
      if (n < length) taken[block]?.push(words[next++] ?? 0);
    }
  }
  return taken.flat();
}
