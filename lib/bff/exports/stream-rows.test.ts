import { describe, expect, it } from 'vitest';
import { EXPORT_PAGES_MAX, streamRows } from './stream-rows';

const PAGE = 500;
const header = ['number', 'text'];
/** A backend with `count` rows, newest first; a place is the number after which a page goes on. */
const backend = (count: number) => {
  const asked: (number | null)[] = [];
  const read = (place: number | null) => {
    asked.push(place);
    const from = place === null ? count : place - 1;
    const numbers = Array.from({ length: Math.min(PAGE, from) }, (_, index) => from - index);
    const last = numbers.at(-1) ?? 1;
    return Promise.resolve({ rows: numbers.map((number) => [String(number), '=1']), next: last > 1 ? last : null });
  };
  return { read, asked };
};
const textOf = async (stream: ReadableStream<Uint8Array>) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream).arrayBuffer());

describe('rows as CSV', () => {
  it('begin with a byte order mark and a header, and hold no formula', async () => {
    expect(await textOf(await streamRows({ header, read: backend(1).read }))).toBe("\uFEFFnumber,text\r\n1,'=1\r\n");
  });
  it('are only a header without a row', async () => {
    expect((await textOf(await streamRows({ header, read: backend(0).read }))).split('\r\n')).toHaveLength(2);
  });
  it('come page by page, each once, and end at the bound', async () => {
    const { read, asked } = backend(PAGE * 3);
    const lines = (await textOf(await streamRows({ header, read, rowsMax: PAGE + 3 }))).trimEnd().split('\r\n').slice(1);
    expect(lines).toHaveLength(PAGE + 3);
    expect(new Set(lines).size).toBe(lines.length);
    expect(asked).toEqual([null, PAGE * 2 + 1]);
  });
  it('go on after pages without a row, but not for ever', async () => {
    const sparse = (place: number | null) =>
      Promise.resolve(place === 3 ? { rows: [['found', '']], next: null } : { rows: [], next: (place ?? 0) + 1 });
    expect(await textOf(await streamRows({ header, read: sparse }))).toContain('found');
    let asked = 0;
    const endless = () => {
      asked += 1;
      return Promise.resolve({ rows: [], next: asked });
    };
    await expect(streamRows({ header, read: endless }).then(textOf)).rejects.toThrow('pages');
    expect(asked).toBe(EXPORT_PAGES_MAX);
  });
  it('error: a page that fails ends the stream with an error, a first page before there is one', async () => {
    const { read } = backend(PAGE * 2);
    const stream = await streamRows({
      header,
      read: (place: number | null) => (place === null ? read(place) : Promise.reject(new Error('gone'))),
    });
    await expect(textOf(stream)).rejects.toThrow('gone');
    await expect(streamRows({ header, read: () => Promise.reject(new Error('refused')) })).rejects.toThrow('refused');
  });
});
