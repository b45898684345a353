import { afterEach, expect, it, vi } from 'vitest';
import type { Identity } from '@/lib/dto/identity';
import { type Draft, dropPictures, findDraft, keepDraft } from './draft';

const MINUTE_MS = 60_000;
const draft: Draft = {
  ...{
    country: 'CH',
    document: 'passport',
    firstName: 'Ada',
    lastName: 'Lovelace',
    number: 'E123456',
    email: 'ada@mail.example',
    code: '123456',
  },
  ...{ front: '1'.repeat(32), back: null, hold: '2'.repeat(32) },
};
const kept = new Map<string, string>();
const sessionStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
};
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

it('security: of a verification that was begun a tab keeps what was chosen and the pictures, and nothing that says who somebody is', () => {
  vi.stubGlobal('window', { sessionStorage });
  keepDraft('7', draft, 0);
  const text = [...kept.values()].join();
  for (const secret of ['Ada', 'Lovelace', 'E123456', 'ada@mail.example', '123456']) expect(text).not.toContain(secret);
  expect(findDraft('7', MINUTE_MS)).toEqual({ ...draft, firstName: '', lastName: '', number: '', email: '', code: '' });
  expect(findDraft('8', MINUTE_MS)).toBeNull();
  expect(findDraft('7', 56 * MINUTE_MS)).toBeNull();
  keepDraft('7', null, 0);
  expect(kept.size).toBe(0);
});

it('a picture is over an hour after it came, whatever was changed since; the rest of the draft stays', () => {
  vi.stubGlobal('window', { sessionStorage });
  keepDraft('7', { ...draft, hold: null }, 0);
  keepDraft('7', draft, 30 * MINUTE_MS);
  keepDraft('7', { ...draft, country: 'DE' }, 50 * MINUTE_MS);
  expect(findDraft('7', 54 * MINUTE_MS)).toMatchObject({ country: 'DE', front: draft.front, hold: draft.hold });
  expect(findDraft('7', 56 * MINUTE_MS)).toMatchObject({ country: 'DE', front: null, hold: draft.hold });
  expect(findDraft('7', 86 * MINUTE_MS)).toMatchObject({ country: 'DE', front: null, hold: null });
});

it('of pictures that are gone those of a submission before stay, unless there are no others', () => {
  const identity = { resend: ['hold'], pictures: { front: draft.front, back: null, hold: '3'.repeat(32) } } as unknown as Identity;
  expect(dropPictures(draft, identity)).toEqual({ ...draft, hold: null });
  expect(dropPictures({ ...draft, hold: null }, identity)).toEqual({ ...draft, front: null, hold: null });
});

it.each(['null', '5', '"x"', '[]', '{', '{}'])('error: what another hand left is no draft: %s', (text) => {
  vi.stubGlobal('window', { sessionStorage });
  kept.set('candor.identity.7', text);
  expect(findDraft('7', MINUTE_MS)).toBeNull();
});

it('error: of a draft only what can be one is taken', () => {
  vi.stubGlobal('window', { sessionStorage });
  kept.set(
    'candor.identity.7',
    JSON.stringify({ at: 0, country: {}, document: 'visa', front: 5, back: '../x', hold: '2'.repeat(32), email: 5 }),
  );
  expect(findDraft('7', MINUTE_MS)).toEqual({
    ...draft,
    country: '',
    document: 'id',
    firstName: '',
    lastName: '',
    number: '',
    front: null,
    email: '',
    code: '',
  });
});
