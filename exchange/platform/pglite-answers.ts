import { type messages, protocol } from '@electric-sql/pglite';
import type { Row } from './db';

export type Message = Parameters<Parameters<protocol.Parser['parse']>[1]>[0];
/** A column of an answer; `parse` reads the text that the database wrote. */
export type Column = { name: string; parse: (text: string) => unknown };
/** `messages`: all that aren't rows. */
export type Answer<R extends Row> = { rows: R[]; messages: Message[] };

const DATA_ROW = 'D'.charCodeAt(0);
/** Of each message: its kind, and its length without it. */
const KIND_BYTES = 1;
const LENGTH_BYTES = 4;
const COUNT_BYTES = 2;
const NULL_LENGTH = -1;

/**
 * Reads an answer of the database in its own protocol. Rows are read here, straight into objects: the package's parser copies each field and has a decoder
 * read it, which was a ninth of the processor time of a busy market. All other messages are the package's to read.
 */
export function readAnswer<R extends Row>(raw: Uint8Array, columns: readonly Column[]): Answer<R> {
  const buffer = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const rows: R[] = [];
  const others: Message[] = [];
  const parser = new protocol.Parser();
  let begun = 0;
  for (let at = 0; at < buffer.length; ) {
    const end = at + KIND_BYTES + buffer.readInt32BE(at + KIND_BYTES);
    if (buffer[at] === DATA_ROW) {
      if (at > begun) parser.parse(raw.subarray(begun, at), (message) => others.push(message));
      rows.push(readRow(buffer, at + KIND_BYTES + LENGTH_BYTES, columns) as R);
      begun = end;
    }
    at = end;
  }
  if (begun < buffer.length) parser.parse(raw.subarray(begun), (message) => others.push(message));
  return { rows, messages: others };
}

function readRow(buffer: Buffer, begin: number, columns: readonly Column[]): Row {
  const row: Row = {};
  let at = begin + COUNT_BYTES;
  for (const { name, parse } of columns) {
    const length = buffer.readInt32BE(at);
    at += LENGTH_BYTES;
    if (length === NULL_LENGTH) row[name] = null;
    else {
      row[name] = parse(buffer.toString('utf8', at, at + length));
      at += length;
    }
  }
  return row;
}

/** Returns how many rows the last statement of an answer changed: `INSERT 0 5`, `UPDATE 5`. */
export function countChanged(answer: readonly Message[]): number {
  const done = answer.filter(({ name }) => name === 'commandComplete').at(-1) as messages.CommandCompleteMessage | undefined;
  return Number(/ (\d+)$/.exec(done?.text ?? '')?.[1] ?? 0);
}
