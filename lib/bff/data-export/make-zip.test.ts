import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type ExportSection, makeZip } from './make-zip';
import { singleDownload } from './single-download';

const SECTIONS: ExportSection[] = [
  { section: 'profile', columns: ['user', 'note'], first: 0, parts: 1 },
  { section: 'fills', columns: ['id'], first: 1, parts: 3 },
  { section: 'loans', columns: ['id'], first: 4, parts: 1 },
  { section: 'late', columns: ['id'], first: 4, parts: 2 },
];
const PARTS: (string | null)[][][] = [[['7', '=1+1, "é"']], [['1'], ['2']], [], [['3']], [], [['4']]];

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

it('holds each section as JSON and as CSV, its parts in their order; one without rows has its head', async () => {
  const files = unzipSync(await collect(makeZip(SECTIONS, async (part) => PARTS[part] ?? [])));
  const textOf = (name: string) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[name]);
  expect(Object.keys(files)).toEqual(SECTIONS.flatMap(({ section }) => [`${section}.json`, `${section}.csv`]));
  expect(JSON.parse(textOf('profile.json'))).toEqual([{ user: '7', note: '=1+1, "é"' }]);
  expect(JSON.parse(textOf('fills.json'))).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
  expect(JSON.parse(textOf('loans.json'))).toEqual([]);
  expect(JSON.parse(textOf('late.json'))).toEqual([{ id: '4' }]);
  expect(textOf('profile.csv')).toBe(`\uFEFFuser,note\r\n7,"'=1+1, ""é"""\r\n`);
  expect(textOf('loans.csv')).toBe('\uFEFFid\r\n');
});

it('asks for a part when its bytes are wanted: nothing is read ahead', async () => {
  const asked: number[] = [];
  const chunks = makeZip(SECTIONS, async (part) => {
    asked.push(part);
    return PARTS[part] ?? [];
  });
  await chunks.next();
  expect(asked).toEqual([0]);
});

it('reads each part once for both forms, and lets others have their turn while it packs', async () => {
  const asked: number[] = [];
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  const rows = Array.from({ length: 20_000 }, (_, index) => [`row ${index} of many`, String(Math.sin(index))]);
  const section = { section: 'fills', columns: ['id', 'note'], first: 0, parts: 2 };
  const files = unzipSync(
    await collect(
      makeZip([section], async (part) => {
        asked.push(part);
        return rows;
      }),
    ),
  );
  clearInterval(count);
  expect(asked).toEqual([0, 1]);
  expect(turns).toBeGreaterThan(10);
  expect(JSON.parse(new TextDecoder().decode(files['fills.json']))).toHaveLength(40_000);
});

it('security: of one member one copy is made at a time, the newest; another member has their own', async () => {
  async function* numbers() {
    for (let n = 0; n < 3; n += 1) yield new Uint8Array([n]);
  }
  const [first, other] = [singleDownload('7', numbers()).getReader(), singleDownload('8', numbers()).getReader()];
  await first.read();
  const second = singleDownload('7', numbers()).getReader();
  await expect(first.read()).rejects.toThrow('another copy');
  for (const reader of [second, other]) {
    let length = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) length += 1;
    expect(length).toBe(3);
  }
});

it('error: a part that fails ends it', async () => {
  await expect(collect(makeZip(SECTIONS, () => Promise.reject(new Error('gone'))))).rejects.toThrow('gone');
});
