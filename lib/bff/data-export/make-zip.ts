import 'server-only';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { BYTE_ORDER_MARK, toCsvLine } from '../exports/csv';

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
    begin: (columns: readonly string[]) => BYTE_ORDER_MARK + toCsvLine(columns),
    write: (_columns: readonly string[], row: Cells) => toCsvLine(row.map((cell) => cell ?? '')),
    end: () => '',
  },
} as const;

/** Yields a zip with each section as JSON and as CSV, part by part: what is in memory is one part, however many there are. */
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
    for (const [ending, form] of Object.entries(FORMS)) {
      const file = new ZipDeflate(`${section}.${ending}`, { level: 6 });
      zip.add(file);
      file.push(strToU8(form.begin(columns)));
      let isFirst = true;
      for (let part = first; part < first + parts; part += 1) {
        const lines: string[] = [];
        for (const row of await readPart(part)) {
          lines.push(form.write(columns, row, isFirst));
          isFirst = false;
        }
        file.push(strToU8(lines.join('')));
        yield* take();
      }
      file.push(strToU8(form.end()), true);
      yield* take();
    }
  }
  zip.end();
  yield* take();
}
