import 'server-only';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { BYTE_ORDER_MARK, writeCsvLine } from '../../rules/csv';

export type ExportSection = { section: string; columns: readonly string[]; first: number; parts: number };
type Cells = readonly (string | null)[];
type ReadPart = (part: number) => Promise<readonly Cells[]>;

const FORMS = {
  json: {
    begin: () => '[',
    write: (columns: readonly string[], row: Cells, isFirst: boolean) =>
      `${isFirst ? '\n' : ',\n'}${JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))}`,
    end: () => '\n]\n',
  },
  csv: {
    begin: (columns: readonly string[]) => BYTE_ORDER_MARK + writeCsvLine(columns),
    write: (_columns: readonly string[], row: Cells) => writeCsvLine(row.map((cell) => cell ?? '')),
    end: () => '',
  },
} as const;

/** Bytes that are packed in one turn of the loop: about a millisecond. */
const PIECE_BYTES = 64 * 1024;

/** One file of the zip, packed piece by piece, so that everybody else has their turn in between. */
function addFile(zip: Zip, name: string) {
  const file = new ZipDeflate(name, { level: 6 });
  zip.add(file);
  return async (text: string, isLast = false): Promise<void> => {
    const bytes = strToU8(text);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      file.push(bytes.subarray(at, at + PIECE_BYTES));
      await yieldToOthers();
    }
    if (isLast) file.push(new Uint8Array(), true);
  };
}

/**
 * Yields a zip with each section as JSON and as CSV. Each part is read once, when its bytes are wanted; what is in memory is one part, and the packed
 * CSV of its section, which stands behind the JSON.
 */
export async function* makeZip(sections: readonly ExportSection[], readPart: ReadPart): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error !== null) failure = error;
    else made.push(chunk);
  });
  function* take() {
    if (failure !== null) throw failure;
    const chunks = made;
    made = [];
    yield* chunks;
  }
  for (const { section, columns, first, parts } of sections) {
    const files = Object.entries(FORMS).map(([ending, form]) => ({ form, push: addFile(zip, `${section}.${ending}`) }));
    for (const { form, push } of files) await push(form.begin(columns));
    let isFirst = true;
    for (let part = first; part < first + parts; part += 1) {
      const rows = await readPart(part);
      for (const { form, push } of files) await push(rows.map((row, index) => form.write(columns, row, isFirst && index === 0)).join(''));
      isFirst &&= rows.length === 0;
      yield* take();
    }
    for (const { form, push } of files) await push(form.end(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
