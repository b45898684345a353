import { readdirSync, readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import common from '@/messages/en/common.json';
import { loadExtra, loadPart } from './lazy-part';

const Ticket = () => <p>ticket</p>;
const missing = () => Promise.reject(new Error('ChunkLoadError'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function drawn(loading: Promise<ComponentType<object>>): Promise<string> {
  await vi.runAllTimersAsync();
  const Part = await loading;
  return renderToString(
    <NextIntlClientProvider locale="en" messages={{ Common: common }} timeZone="UTC">
      <Part />
    </NextIntlClientProvider>,
  );
}

test('a part that can be loaded is that part, also where only the second try brings it', async () => {
  const load = vi.fn().mockImplementationOnce(missing).mockResolvedValue(Ticket);
  expect(await drawn(loadPart(load))).toContain('ticket');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that can’t be loaded says so in its place, with a way to try again', async () => {
  const html = await drawn(loadPart(missing));
  expect(html).toContain('This could not be loaded');
  expect(html).toContain('Try again');
});

test('what only adds to a page leaves it as it is', async () => {
  expect(await drawn(loadExtra(missing))).toBe('');
});

const files = ['app', 'components']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('lazy-part.test.tsx'));
const lateParts = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\bdynamic\([\s\S]*?\n?\);$/gm)].map(([call]) => ({ file, call })),
);

test('no part of a page is loaded later without that', () => {
  expect(lateParts.length).toBeGreaterThan(20);
  expect(lateParts.filter(({ call }) => !/^dynamic\(\s*\(\) =>\s*load(Part|Extra)\(/.test(call))).toEqual([]);
});

test('a part that comes later leaves the rest of its page on the screen', () => {
  // The framework draws a boundary of its own around these alone; else the page itself gives way to its skeleton.
  expect(lateParts.filter(({ call }) => !/\bssr: false|\bloading: /.test(call))).toEqual([]);
});
