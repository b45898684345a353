import 'server-only';
import { z } from 'zod';
import { getEnv } from '../env';
import { AppError } from '../errors/app-error';
import { readAnswer } from '../operator/read-answer';
import { REPORT_ROWS_MAX, reportEndpoints, sayIncomplete } from '../operator/reports';
import { checkRate, readIp } from '../security/callers';
import { checkOrigin } from '../security/origin';
import { askByName, ConsoleRefusal, readCaller } from './ask';
import { writeCsvLine } from '../rules/csv';

/** A reason at its longest, in a script whose characters are written as nine bytes, and what narrows a list. */
const FORM_BYTES_MAX = 16_384;
const formSchema = z.object({
  report: z.string().max(40),
  day: z.string().max(10),
  reason: z.string().max(500),
  filters: z.string().max(1_000).default('{}'),
});
type Page = z.infer<typeof reportEndpoints.read.output>;
const { read } = reportEndpoints;

const say = (status: number, text: string) =>
  new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } });

async function readForm(request: Request) {
  if (Number(request.headers.get('content-length') ?? FORM_BYTES_MAX + 1) > FORM_BYTES_MAX) throw new AppError('REQUEST_INVALID');
  const form = await request.formData().catch((cause: unknown) => {
    throw new AppError('REQUEST_INVALID', { detail: 'not a form', cause });
  });
  const parsed = formSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw new AppError('REQUEST_INVALID');
  try {
    return { ...parsed.data, filters: z.record(z.string(), z.string()).parse(JSON.parse(parsed.data.filters)) };
  } catch {
    throw new AppError('REQUEST_INVALID');
  }
}

/**
 * The lines of a report, page by page as they are read away; each page is asked for with the session and is a row of the log. One that has more rows than a file
 * holds says so in its last line and fails: no browser keeps it as a whole file.
 */
function streamPages(first: Page, readNext: (after: string) => Promise<Page>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: Page | null = first;
  let rows = 0;
  let isCut = false;
  return new ReadableStream({
    async pull(controller) {
      if (isCut) return controller.error(new Error(sayIncomplete()));
      if (page === null) return controller.close();
      const shown = page;
      const lines = [...(rows === 0 ? [shown.columns] : []), ...shown.rows];
      rows += shown.rows.length;
      isCut = shown.next !== null && rows >= REPORT_ROWS_MAX;
      controller.enqueue(encoder.encode([...lines, ...(isCut ? [[sayIncomplete()]] : [])].map(writeCsvLine).join('')));
      page = shown.next === null || isCut ? null : await readNext(shown.next);
    },
  });
}

/** Sends a report as a file. In the public app it answers as an address that isn't there. */
export async function handleCsv(request: Request): Promise<Response> {
  const env = getEnv();
  if (env.console === null) return say(404, 'Not found.');
  try {
    checkOrigin(request, env.publicOrigin);
    checkRate({ session: null, ip: readIp(request), rateClass: 'read' });
    const [form, caller] = [await readForm(request), await readCaller()];
    const ask = async (after: string | null) => readAnswer(read, await askByName(read.name, { ...form, after }, caller));
    const first = await ask(null);
    return new Response(streamPages(first, ask), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${form.report}-${form.day}.csv"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  } catch (error) {
    if (error instanceof ConsoleRefusal) return say(error.status, error.message);
    if (error instanceof AppError) return say(error.code === 'RATE_LIMITED' ? 429 : 400, `The request was refused: ${error.code}.`);
    throw error;
  }
}
