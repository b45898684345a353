import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type ExportSection, makeZip } from './make-zip';

const SECTIONS: ExportSection[] = [
  { section: 'profile', columns: ['user', 'note'], first: 0, parts: 1 },
  { section: 'fills', columns: ['id'], first: 1, parts: 3 },
  { section: 'loans', columns: ['id'], first: 4, parts: 1 },
];
const PARTS: (string | null)[][][] = [[['7', '=1+1, "é"']], [['1'], ['2']], [], [['3']], []];

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

it('holds each section as JSON and as CSV, its parts in their order; one without rows has its head', async () => {
  const files = unzipSync(await collect(makeZip(SECTIONS, async (part) => PARTS[part] ?? [])));
  const textOf = (name: string) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[name]);
  expect(Object.keys(files)).toEqual(['profile.json', 'profile.csv', 'fills.json', 'fills.csv', 'loans.json', 'loans.csv']);
  expect(JSON.parse(textOf('profile.json'))).toEqual([{ user: '7', note: '=1+1, "é"' }]);
  expect(JSON.parse(textOf('fills.json'))).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
  expect(JSON.parse(textOf('loans.json'))).toEqual([]);
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

it('error: a part that fails ends it', async () => {
  await expect(collect(makeZip(SECTIONS, () => Promise.reject(new Error('gone'))))).rejects.toThrow('gone');
});
