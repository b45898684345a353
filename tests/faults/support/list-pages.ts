import type { LegacyAnswer } from '../../helpers/legacy-client';

const PAGES_MAX = 200;
const READINGS_MAX = 5;

/**
 * Returns the rows of all pages that `read` gives. A row that comes between two pages moves the last one of a page to the next: then all is
 * read anew.
 */
export async function listPages<Row extends { id: string }>(read: (page: string) => Promise<LegacyAnswer>): Promise<Row[]> {
  let rows: Row[] = [];
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    rows = await readOnce(read);
    if (new Set(rows.map(({ id }) => id)).size === rows.length) break;
  }
  return rows;
}

async function readOnce<Row>(read: (page: string) => Promise<LegacyAnswer>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { info } = await read(String(page));
    rows.push(...(info as Row[]));
    if ((info as Row[]).length === 0) return rows;
  }
  throw new Error(`more than ${PAGES_MAX} pages`);
}
