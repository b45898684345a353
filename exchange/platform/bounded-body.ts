/** A server answers more than is read. */
export class AnswerTooLarge extends Error {
  constructor(readonly bytesMax: number) {
    super(`the answer is larger than ${bytesMax} bytes`);
    this.name = 'AnswerTooLarge';
  }
}

/** Reads what a server answers while it comes in; what is larger is read no further, and its connection ends. @throws AnswerTooLarge */
export async function readBounded({ body }: Pick<Response, 'body'>, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    const bytes = part as Uint8Array;
    size += bytes.length;
    if (size > bytesMax) throw new AnswerTooLarge(bytesMax);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
