import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import * as marketApi from '@/lib/api/market';
import { readOptions } from '@/lib/query/reads';
import common from '@/messages/en/common.json';
import home from '@/messages/en/home.json';
import layout from '@/messages/en/layout.json';
import { draw } from '../../tests/helpers/draw';
import { MemberHomeScreen } from './member-home-screen';

const MESSAGES = { Common: common, Home: home, Layout: layout };

const drawHome = (features: readonly string[], client = new QueryClient()) =>
  draw(<MemberHomeScreen buy={null} features={features} firstBuy={null} isHidden={false} markets={null} />, { client, messages: MESSAGES });

test('what earns is offered under its own words and leads to where it is', () => {
  expect(drawHome(['hosting', 'staking'])).toMatch(/href="\/tab2\?active=hosting"[^>]*>Create transaction</);
  expect(drawHome(['staking'])).toMatch(/href="\/tab2"[^>]*>Choose a term</);
});

test('the overview is linked', () => {
  expect(drawHome([])).toContain('href="/homeTab"');
});

test('announcements beyond the first five are a tap away, and nothing is where there are no more', () => {
  const withAnnouncements = (count: number) => {
    const client = new QueryClient();
    const announcements = Array.from({ length: count }, (_, index) => ({
      ...{ id: String(index + 1), title: `Title ${index + 1}`, text: 'Text', at: '2026-03-01T12:00:00.000Z', isPinned: false },
    }));
    client.setQueryData(readOptions(marketApi.announcements, { locale: 'en' }).queryKey, { announcements });
    return drawHome([], client);
  };
  const seven = withAnnouncements(7);
  expect([seven.includes('Title 5'), seven.includes('Title 6'), seven.includes('Show more')]).toEqual([true, false, true]);
  expect(withAnnouncements(5)).not.toContain('Show more');
});
