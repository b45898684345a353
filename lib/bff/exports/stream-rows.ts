import { BYTE_ORDER_MARK, writeCsvLine } from '../../rules/csv';

/** Rows in one export: about 8 MB, and 100 questions to the exchange. The newest ones are taken. */
export const EXPORT_ROWS_MAX = 50_000;
/** Questions to the exchange for one export: pages of a narrowed list may be short, or empty. */
export const EXPORT_PAGES_MAX = 500;

/** One page of an export; `next` is what the next one is asked with, null after the last. */
export type ExportPage<Place> = { rows: readonly (readonly string[])[]; next: Place | null };
type Source<Place> = {
  header: readonly string[];
  /** Reads the page at a place, the first one without. */
  read(place: Place | null): Promise<ExportPage<Place>>;
  rowsMax?: number;
};

/**
 * Returns rows as CSV in UTF-8, written page by page as the reader takes them: one page is in memory at a time. The first page is read before,
 * so that a refusal is still an answer. A page that fails later ends the stream with an error, never with a file that looks whole.
 */
export async function streamRows<Place>({ header, read, rowsMax = EXPORT_ROWS_MAX }: Source<Place>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page = await read(null);
  let pages = 1;
  let written = 0;
  let isFirst = true;
  const write = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const rows = page.rows.slice(0, rowsMax - written);
    written += rows.length;
    if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(writeCsvLine).join('')));
    return rows.length > 0;
  };
  return new ReadableStream({
    async pull(controller) {
      let hasWritten = false;
      if (isFirst) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK + writeCsvLine(header)));
        write(controller);
        isFirst = false;
        hasWritten = true;
      }
      while (!hasWritten && page.next !== null && written < rowsMax) {
        if (pages >= EXPORT_PAGES_MAX) throw new Error(`an export takes more than ${EXPORT_PAGES_MAX} pages`);
        page = await read(page.next);
        pages += 1;
        hasWritten = write(controller);
      }
      if (page.next === null || written >= rowsMax) controller.close();
    },
  });
}
