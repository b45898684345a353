import type { FastifyRequest } from 'fastify';
import { PICTURE_BYTES_MAX, PICTURE_FORM_BYTES_MAX } from '../../lib/protocol/files';
import { isStorable } from '../../lib/protocol/storable-text';
import { DomainError } from '../platform/domain-error';
import { createConcurrencyLimiter } from '../../lib/rate-limits/concurrency-limiter';

const BYTES_MAX = PICTURE_BYTES_MAX + PICTURE_FORM_BYTES_MAX;
/** A picture and a token. */
const PARTS_MAX = 4;
const FIELD_LENGTH_MAX = 200;
/** Bodies in memory at once: 80 MB at most. */
const BODIES_MAX = 8;
const BODIES_WAITING_MAX = 32;

export type Upload = { fields: Map<string, string>; file: Buffer };

const bodies = createConcurrencyLimiter({
  runningMax: BODIES_MAX,
  waitingMax: BODIES_WAITING_MAX,
  refuse: () => new DomainError('PICTURES_BUSY'),
});

/** Reads a form with one picture, at most as many forms at once as memory allows; `use` has the form while it holds its place. */
export function withUpload<T>(request: FastifyRequest, use: (upload: Upload) => Promise<T>): Promise<T> {
  return bodies.run(async () => use(await readUpload(request)));
}

/**
 * Reads one form with a part `file` and a few short fields. What is too large is refused while it comes in.
 * @throws REQUEST_UNSUPPORTED, REQUEST_INVALID, PICTURE_TOO_LARGE
 */
async function readUpload(request: FastifyRequest): Promise<Upload> {
  const type = request.headers['content-type'] ?? '';
  const boundary = /^multipart\/form-data;\s*boundary="?([A-Za-z0-9'()+_,./:=?-]{1,70})"?$/i.exec(type.trim())?.[1];
  if (boundary === undefined) throw new DomainError('REQUEST_UNSUPPORTED');
  const bytes = await readBounded(request);
  if (countOf(bytes, `--${boundary}`) > PARTS_MAX) throw new DomainError('REQUEST_INVALID', { detail: 'too many parts' });
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    throw new DomainError('REQUEST_INVALID', { detail: 'not a form', cause });
  });
  return sortParts(form);
}

async function readBounded(request: FastifyRequest): Promise<Buffer> {
  const tooLarge = () => new DomainError('PICTURE_TOO_LARGE');
  if (Number(request.headers['content-length'] ?? '0') > BYTES_MAX) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function countOf(bytes: Buffer, mark: string): number {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0 && count <= PARTS_MAX; at = bytes.indexOf(mark, at + mark.length)) count += 1;
  return count;
}

async function sortParts(form: FormData): Promise<Upload> {
  const fields = new Map<string, string>();
  let file: Buffer | null = null;
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      const isRight = !fields.has(name) && value.length <= FIELD_LENGTH_MAX && isStorable(value);
      if (!isRight) throw new DomainError('REQUEST_INVALID', { params: { field: name } });
      fields.set(name, value);
    } else {
      if (name !== 'file' || file !== null) throw new DomainError('REQUEST_INVALID', { detail: 'one part `file`' });
      if (value.size > PICTURE_BYTES_MAX) throw new DomainError('PICTURE_TOO_LARGE');
      file = Buffer.from(await value.arrayBuffer());
    }
  }
  if (file === null || file.length === 0) throw new DomainError('REQUEST_INVALID', { params: { field: 'file' } });
  return { fields, file };
}
