import { AppError } from '../errors/app-error';
import { PICTURE_BYTES_MAX, PICTURE_FORM_BYTES_MAX } from '../protocol/files';

const BYTES_MAX = PICTURE_BYTES_MAX + PICTURE_FORM_BYTES_MAX;
/** A picture and a token. */
const PARTS_MAX = 4;
const FIELD_LENGTH_MAX = 200;
/** Forms in memory at once, 100 MB at most; whoever comes then is asked to wait. */
const FORMS_MAX = 10;
let forms = 0;

/**
 * Reads a form with one picture and a few short fields, and hands it on as an input. What is too large is refused while it comes in.
 * @throws REQUEST_UNSUPPORTED, REQUEST_INVALID, PICTURE_TOO_LARGE, PICTURES_BUSY
 */
export async function withUpload<T>(request: Request, use: (input: Record<string, unknown>) => Promise<T>): Promise<T> {
  if (forms >= FORMS_MAX) throw new AppError('PICTURES_BUSY');
  forms += 1;
  try {
    return await use(await readForm(request));
  } finally {
    forms -= 1;
  }
}

async function readForm(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data;\s*boundary="?([A-Za-z0-9'()+_,./:=?-]{1,70})"?$/i.exec(type.trim())?.[1];
  if (boundary === undefined) throw new AppError('REQUEST_UNSUPPORTED');
  const bytes = await readBounded(request);
  if (bytes.toString('latin1').split(`--${boundary}`, PARTS_MAX + 2).length > PARTS_MAX + 1) {
    throw new AppError('REQUEST_INVALID', { detail: 'too many parts' });
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    throw new AppError('REQUEST_INVALID', { detail: 'not a form', cause });
  });
  const input: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const isRight = !Object.hasOwn(input, name) && (typeof value === 'string' ? value.length <= FIELD_LENGTH_MAX : name === 'file');
    if (!isRight) throw new AppError('REQUEST_INVALID', { field: name.slice(0, 64) });
    input[name] = typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer());
  }
  if (input.file instanceof Uint8Array && input.file.byteLength > PICTURE_BYTES_MAX) throw new AppError('PICTURE_TOO_LARGE');
  return input;
}

async function readBounded(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? '0') > BYTES_MAX) throw new AppError('PICTURE_TOO_LARGE');
  if (request.body === null) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > BYTES_MAX) {
      await reader.cancel();
      throw new AppError('PICTURE_TOO_LARGE');
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
