import { createConcurrencyLimiter } from '../rate-limits/concurrency-limiter';
import { AppError } from '../errors/app-error';
import { isStorable } from '../protocol/storable-text';
import { PICTURE_BYTES_MAX, PICTURE_FORM_BYTES_MAX } from '../protocol/files';

const BYTES_MAX = PICTURE_BYTES_MAX + PICTURE_FORM_BYTES_MAX;
/** A picture and a token. */
const PARTS_MAX = 4;
const FIELD_LENGTH_MAX = 200;
/** Forms in memory at once, 100 MB at most; whoever comes then is asked to wait. */
const FORMS_MAX = 10;
/** Of these for whom nobody has signed in: those who have are never kept out by strangers. */
const STRANGERS_FORMS_MAX = 6;
const MEMBER_FORMS_MAX = 3;
/** Of one network. */
const STRANGER_FORMS_MAX = 2;

/**
 * How fast a form has to come in: `graceMs` for nothing, then `bytesPerSecond` on the whole, and all of it within `deadlineMs`. The least speed is that of
 * a bad mobile network, with which 10 MB take five minutes; whoever sends nothing has ten seconds.
 */
export type UploadPace = { graceMs: number; bytesPerSecond: number; deadlineMs: number };
const PACE: UploadPace = { graceMs: 10_000, bytesPerSecond: 36 * 1024, deadlineMs: 300_000 };

/** Whose form it is: a signed-in user, or else a network. */
export type UploadSource = { isMember: boolean; id: string };

const refuse = () => new AppError('PICTURES_BUSY');
const forms = createConcurrencyLimiter({ runningMax: FORMS_MAX, waitingMax: 0, refuse });
const members = createConcurrencyLimiter({ runningMax: FORMS_MAX, waitingMax: 0, sourceMax: MEMBER_FORMS_MAX, refuse });
const strangers = createConcurrencyLimiter({ runningMax: STRANGERS_FORMS_MAX, waitingMax: 0, sourceMax: STRANGER_FORMS_MAX, refuse });

/**
 * Reads a form with one picture and a few short fields, and hands it on as an input. What is too large, or too slow, is refused while it comes in.
 * @throws REQUEST_UNSUPPORTED, REQUEST_INVALID, PICTURE_TOO_LARGE, PICTURES_BUSY
 */
export function withUpload<T>(
  request: Request,
  { source, pace = PACE }: { source: UploadSource; pace?: UploadPace },
  use: (input: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  const own = source.isMember ? members : strangers;
  return own.run(() => forms.run(async () => use(await readForm(request, pace))), source.id);
}

async function readForm(request: Request, pace: UploadPace): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data;\s*boundary="?([A-Za-z0-9'()+_,./:=?-]{1,70})"?$/i.exec(type.trim())?.[1];
  if (boundary === undefined) throw new AppError('REQUEST_UNSUPPORTED');
  const bytes = await readBounded(request, pace);
  if (bytes.toString('latin1').split(`--${boundary}`, PARTS_MAX + 2).length > PARTS_MAX + 1) {
    throw new AppError('REQUEST_INVALID', { detail: 'too many parts' });
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    throw new AppError('REQUEST_INVALID', { detail: 'not a form', cause });
  });
  const input: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const isFit = typeof value === 'string' ? value.length <= FIELD_LENGTH_MAX && isStorable(value) : name === 'file';
    const isRight = !Object.hasOwn(input, name) && isFit;
    if (!isRight) throw new AppError('REQUEST_INVALID', { field: name.slice(0, 64) });
    input[name] = typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer());
  }
  if (input.file instanceof Uint8Array && input.file.byteLength > PICTURE_BYTES_MAX) throw new AppError('PICTURE_TOO_LARGE');
  return input;
}

async function readBounded(request: Request, pace: UploadPace): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? '0') > BYTES_MAX) throw new AppError('PICTURE_TOO_LARGE');
  if (request.body === null) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const startedAt = Date.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const mayTakeMs = Math.min(pace.deadlineMs, pace.graceMs + (size / pace.bytesPerSecond) * 1_000);
      const part = await within(reader.read(), startedAt + mayTakeMs - Date.now());
      if (part.done) return Buffer.concat(chunks);
      size += part.value.byteLength;
      if (size > BYTES_MAX) throw new AppError('PICTURE_TOO_LARGE');
      chunks.push(part.value);
    }
  } catch (error) {
    // Nobody waits for the rest.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function within<T>(read: Promise<T>, leftMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('PICTURES_BUSY', { detail: 'the form came in too slowly' })), Math.max(0, leftMs));
  });
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
  }
}
