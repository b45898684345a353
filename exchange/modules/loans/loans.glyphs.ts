import { closeSync, openSync, readSync } from 'node:fs';

/** The table of a font (OpenType, `cmap`) that says which character has which glyph, and the one form of it that knows all planes. */
const TABLE = 'cmap';
const FORMAT = 12;
const CODE_POINTS = 0x110000;

/** A bit for each code point. */
export type Coverage = Uint8Array;

/** Says whether a font has a glyph for a code point. */
export function hasGlyph(coverage: Coverage, code: number): boolean {
  return ((coverage[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
}

/** Returns which code points a font file has glyphs for; of the file it reads that table alone. @throws Error for a file without one */
export function readCoverage(path: string): Coverage {
  const file = openSync(path, 'r');
  try {
    const read = (offset: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, offset);
      return bytes;
    };
    const count = read(4, 2).readUInt16BE();
    const directory = read(12, 16 * count);
    for (let at = 0; at < directory.length; at += 16) {
      if (directory.toString('latin1', at, at + 4) !== TABLE) continue;
      return readGroups(read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)));
    }
    throw new Error(`${path} has no table of characters`);
  } finally {
    closeSync(file);
  }
}

function readGroups(table: Buffer): Coverage {
  const coverage = new Uint8Array(CODE_POINTS / 8);
  const parts = Array.from({ length: table.readUInt16BE(2) }, (_, index) => table.readUInt32BE(8 + 8 * index));
  const start = parts.find((offset) => table.readUInt16BE(offset) === FORMAT);
  if (start === undefined) throw new Error(`a font's table of characters has no part of format ${FORMAT}`);
  const groups = table.readUInt32BE(start + 12);
  for (let group = 0; group < groups; group += 1) {
    const at = start + 16 + 12 * group;
    const [first, last, glyph] = [table.readUInt32BE(at), table.readUInt32BE(at + 4), table.readUInt32BE(at + 8)];
    // Glyph 0 is the empty box.
    for (let code = glyph === 0 ? first + 1 : first; code <= last; code += 1)
      coverage[code >> 3] = (coverage[code >> 3] ?? 0) | (1 << (code & 7));
  }
  return coverage;
}
