import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageField as queryPageField } from '../dto/shared';
import { pageField, wholeNumberField } from './fields';

/** What `Number` would take, and no person writes. */
const ODD = [
  '0x10',
  '1e3',
  '0b1',
  '0o7',
  ' 5',
  '5 ',
  '+5',
  '-5',
  '5.0',
  '5.',
  '.5',
  '05',
  '00',
  '\uff15',
  '\u0665',
  '5n',
  '1_0',
  '',
  'Infinity',
  'NaN',
  '\t5',
];

describe('whole numbers in a request', () => {
  it.each(['1', '9', '10', '10000'])('%s is a page', (text) => {
    expect(queryPageField.parse(text)).toBe(Number(text));
    expect(pageField.parse(text)).toBe(text);
  });
  it.each([...ODD, '0', '10001', '99999999999999999999'])('%j is no page', (text) => {
    expect(queryPageField.safeParse(text).success).toBe(false);
    expect(pageField.safeParse(text).success).toBe(false);
  });
  it.each([true, 5, null, [5], { valueOf: 5 }])('%j is none: a query holds text', (value) =>
    expect(queryPageField.safeParse(value).success).toBe(false),
  );
  it('keep to their bounds', () => {
    const field = wholeNumberField({ min: 0, max: 65_535 });
    expect(['0', '65535', '65536'].map((text) => field.safeParse(text).success)).toEqual([true, true, false]);
  });
  it('are read by one schema: nothing is coerced into a number', () => {
    const files = ['lib', 'app', 'exchange'].flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
        .map((name) => `${root}/${name}`),
    );
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('z.coerce'))).toEqual([]);
  });
});
