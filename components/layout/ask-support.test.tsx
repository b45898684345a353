import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readSubject, SUPPORT_SUBJECTS } from '@/lib/rules/support';
import layout from '@/messages/en/layout.json';
import { draw } from '../../tests/helpers/draw';
import { AskSupport } from './ask-support';
import { MemberProvider } from './member-context';

const MEMBER = { userId: '7', username: 'ann', isSandbox: false, mode: 'real', menu: [], streamKey: 'key' } as const;
const drawLink = (about: (typeof SUPPORT_SUBJECTS)[number], features: string[]) =>
  draw(
    <MemberProvider member={{ ...MEMBER, menu: [], features }}>
      <AskSupport about={about} id="12" />
    </MemberProvider>,
    { client: new QueryClient(), messages: { Layout: layout } },
  );

it.each(SUPPORT_SUBJECTS)('leads from a %s to support with a line about it, where there is support', (about) => {
  const [, subject] = /href="\/support\?about=([^"]*)"/.exec(drawLink(about, ['support'])) ?? [];
  expect(readSubject(subject)).toEqual({ subject: about, id: '12' });
  expect(drawLink(about, [])).toBe('');
});
