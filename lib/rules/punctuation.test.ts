import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCALES } from '../protocol/wire';
import { writeAside, writeFact, writeList, writeParts, writeRange, writeSentences } from './punctuation';

/** What puts words together by a sign that not every language has, as a range by its dash; figures of pictures are joined within one template that begins with a digit sign. */
const LATIN = /join\('[,:;] '\)|\}[,:;] \$\{|\)\}[,:;] [{<\w]|`[,:;] \$\{|\} – \$?\{/;
/** Colours and paths of pictures, which no reader reads, and types. */
const UNREAD = /rgba\(|translate\(|toFixed|: string\)|=> |\}: \{/;

it('lists, parts, facts, sentences, brackets and ranges have the signs of their language', () => {
  const said = LOCALES.map((locale) => [
    ...[locale, writeList(['A', 'B'], locale), writeParts(['A', 'B'], locale), writeFact('A', 'B', locale)],
    writeSentences(['A.', 'B.'], locale),
    ...[writeAside('A', 'B', locale), writeRange('1', '2', locale)],
  ]);
  const wide = new Map([
    ['ja', ['ja', 'A、B', 'A、B', 'A：B', 'A.B.', 'A（B）', '1～2']],
    ['ko', ['ko', 'A, B', 'A, B', 'A: B', 'A. B.', 'A (B)', '1~2']],
    ['zh-CN', ['zh-CN', 'A、B', 'A，B', 'A：B', 'A.B.', 'A（B）', '1 – 2']],
    ['zh-TW', ['zh-TW', 'A、B', 'A，B', 'A：B', 'A.B.', 'A（B）', '1 – 2']],
    ['fr', ['fr', 'A, B', 'A, B', 'A\u00a0: B', 'A. B.', 'A (B)', '1 – 2']],
  ]);
  expect(said).toEqual(LOCALES.map((locale) => wide.get(locale) ?? [locale, 'A, B', 'A, B', 'A: B', 'A. B.', 'A (B)', '1 – 2']));
});

it('no screen of a member joins words by a Latin comma or colon of its own, or the ends of a range by a dash', () => {
  const files = ['components', 'app/[locale]']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^components\/console\//.test(name));
  const found = files.flatMap((name) =>
    readFileSync(name, 'utf8')
      .split('\n')
      .flatMap((line, index) => (LATIN.test(line) && !UNREAD.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
