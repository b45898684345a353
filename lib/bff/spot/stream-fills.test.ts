import { describe, expect, it } from 'vitest';
import type { FillWire } from '../../protocol/spot-fills';
import { FILLS_PAGE_MAX } from '../../protocol/wire';
import { streamFills } from './stream-fills';

const fill = (id: number): FillWire => ({
  id: String(id),
  order: '7',
  market: 'BTC-USDT',
  type: 'buy',
  kind: 'limit',
  price: '66900.01',
  num: '0.000001',
  value: '0.06690001',
  fee: '0.00000001',
  fee_coin: 'BTC',
  liquidity: 'maker',
  time: Date.UTC(2026, 2, 1, 12),
});
/** A backend with `count` fills, newest first. */
const backend = (count: number) => {
  const asked: (string | null)[] = [];
  const read = (after: { order: string; fill: string } | null) => {
    asked.push(after?.fill ?? null);
    const from = after === null ? count : Number(after.fill) - 1;
    return Promise.resolve(Array.from({ length: Math.min(FILLS_PAGE_MAX, from) }, (_, index) => fill(from - index)));
  };
  return { read, asked };
};
const textOf = async (stream: ReadableStream<Uint8Array>) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream).arrayBuffer());

describe('fills as CSV', () => {
  it('begin with a byte order mark and a header, and hold every digit', async () => {
    expect(await textOf(await streamFills(backend(1).read))).toBe(
      '\uFEFFtime,market,side,kind,price,quantity,base,value,quote,fee,fee_coin,liquidity,order,fill\r\n' +
        '2026-03-01T12:00:00.000Z,BTC-USDT,buy,limit,66900.01,0.000001,BTC,0.06690001,USDT,0.00000001,BTC,maker,7,1\r\n',
    );
  });
  it('are only a header without a fill', async () => {
    expect((await textOf(await streamFills(backend(0).read))).split('\r\n')).toHaveLength(2);
  });
  it('come page by page, each once, and end at the bound', async () => {
    const { read, asked } = backend(FILLS_PAGE_MAX * 3);
    const lines = (await textOf(await streamFills(read, FILLS_PAGE_MAX + 3))).trimEnd().split('\r\n').slice(1);
    expect(lines).toHaveLength(FILLS_PAGE_MAX + 3);
    expect(new Set(lines).size).toBe(lines.length);
    expect(asked).toEqual([null, String(FILLS_PAGE_MAX * 2 + 1)]);
  });
  it('error: a page that fails ends the stream with an error, a first page before there is one', async () => {
    const { read } = backend(FILLS_PAGE_MAX * 2);
    const stream = await streamFills((after) => (after === null ? read(after) : Promise.reject(new Error('gone'))));
    await expect(textOf(stream)).rejects.toThrow('gone');
    await expect(streamFills(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});
