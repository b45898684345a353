import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

const BOUNDARY = 'candor-picture-boundary';

/** Returns a form with one picture and some fields, as browsers write it. */
export function toMultipart(file: Buffer, fields: Record<string, string> = {}, boundary = BOUNDARY): { body: Buffer; type: string } {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="picture"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([...parts, Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Returns a picture in one colour, so that pictures can be told apart. */
export function makePicture({
  width = 640,
  height = 400,
  colour = '#3366cc',
  format = 'jpeg',
}: {
  width?: number;
  height?: number;
  colour?: string;
  format?: 'jpeg' | 'png' | 'webp';
} = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** Returns a PNG of a few kilobytes that says, truly, how many pixels it unfolds to. */
export function makeBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The beginning of a picture as iPhones keep it. */
export const HEIC_HEAD = Buffer.concat([
  Buffer.from('0000001c6674797068656963000000006d696631686569636d696166', 'hex'),
  Buffer.alloc(4_096),
]);
