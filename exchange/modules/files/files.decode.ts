import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { DomainError } from '../../platform/domain-error';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../../../lib/rate-limits/concurrency-limiter';

const PIXELS_MAX = 40_000_000;
/** The longer edge of what is kept: text on a document can be read, and nothing is kept that nobody needs. */
const EDGE_MAX = 2_000;
/** Where the first try is too many bytes. */
const EDGE_SMALL = 1_200;
/** The longer edge of what an owner is shown. */
const EDGE_SHOWN = 480;
const KEPT_BYTES_MAX = 2 * 1024 * 1024;
const QUALITY = 82;
const SECONDS_MAX = 20;
/** What tells a type stands at the beginning. */
const HEAD_BYTES = 4_100;

const FORMATS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };
const HEIC = /^image\/(heic|heif|heic-sequence|heif-sequence|avif)$/;

export type Picture = { jpeg: Buffer; width: number; height: number };

// One thread a picture, and nothing kept of it: memory is what bounds how many are read at once.
sharp.concurrency(1);
sharp.cache(false);

/** Returns the place through which all decoding goes. */
export function createDecodingLimiter(): ConcurrencyLimiter {
  return createConcurrencyLimiter({ runningMax: 2, waitingMax: 32, refuse: () => new DomainError('PICTURES_BUSY') });
}

/** Returns the place through which all looks at pictures go; of one user no more than are on a screen. */
export function createDisplayLimiter(): ConcurrencyLimiter {
  return createConcurrencyLimiter({ runningMax: 1, waitingMax: 64, sourceMax: 16, refuse: () => new DomainError('PICTURES_BUSY') });
}

/**
 * Reads a picture that somebody gave and writes it anew: turned as its camera meant, within bounds, as JPEG, without anything that stood in
 * the file beside the picture. Its size is known from its header before any of it is decoded.
 * @throws PICTURE_HEIC, PICTURE_TYPE, PICTURE_PIXELS, PICTURE_BROKEN
 */
export async function decodePicture(bytes: Buffer): Promise<Picture> {
  const format = await findFormat(bytes);
  const open = () => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true });
  const { width, height, format: found } = await readHeader(open());
  if (found !== format) throw new DomainError('PICTURE_TYPE');
  if (width * height > PIXELS_MAX) throw new DomainError('PICTURE_PIXELS');
  const first = await writeAnew(open(), EDGE_MAX);
  return first.jpeg.length <= KEPT_BYTES_MAX ? first : writeAnew(open(), EDGE_SMALL);
}

/** Returns a small form of what `decodePicture` wrote. */
export function shrinkPicture(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg)
    .resize({ width: EDGE_SHOWN, height: EDGE_SHOWN, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 75 })
    .toBuffer();
}

async function findFormat(bytes: Buffer): Promise<string> {
  const mime = (await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined))?.mime ?? '';
  if (HEIC.test(mime)) throw new DomainError('PICTURE_HEIC');
  const format = FORMATS[mime];
  if (format === undefined) throw new DomainError('PICTURE_TYPE');
  return format;
}

async function readHeader(picture: Sharp): Promise<{ width: number; height: number; format: string }> {
  const { width, height, format } = await picture.metadata().catch((cause: unknown) => {
    throw refusalOf(cause);
  });
  if (!(width > 0 && height > 0)) throw new DomainError('PICTURE_BROKEN');
  return { width, height, format };
}

async function writeAnew(picture: Sharp, edge: number): Promise<Picture> {
  try {
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch (cause) {
    throw refusalOf(cause);
  }
}

/** The decoder says in its own words what is wrong; only the size has a refusal of its own. */
function refusalOf(cause: unknown): DomainError {
  const isPixels = cause instanceof Error && /pixel limit/i.test(cause.message);
  return new DomainError(isPixels ? 'PICTURE_PIXELS' : 'PICTURE_BROKEN', { cause });
}
