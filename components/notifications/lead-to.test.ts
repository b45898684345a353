import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../lib/pages/pages';
import { LOCALES } from '../../lib/protocol/wire';
import { findSubject, nameText, type NotificationKind } from '../../lib/rules/notifications';
import { NOTIFICATION_EXAMPLES } from '../../tests/helpers/notification-examples';
import { leadTo } from './lead-to';

const FEATURES = ['perpetual', 'option'];
/** Nobody signs in to a closed account, so that nothing is there to open. */
const OPENS_NOTHING: readonly NotificationKind[] = ['account-closed'];
/** Pages that guests see too are none of `PAGES` under their own name. */
const ROUTES = new Set([...Object.keys(PAGES), 'tab1']);
const textsOf = (locale: string): Record<string, unknown> => JSON.parse(readFileSync(`messages/${locale}/notifications.json`, 'utf8'));

describe('where a notification leads', () => {
  it.each(NOTIFICATION_EXAMPLES.map(([kind, values]) => [nameText(kind, values), kind, values] as const))('%s', (_name, kind, values) => {
    const subject = findSubject(kind, values);
    const way = subject === null ? null : leadTo(subject, FEATURES);
    if (OPENS_NOTHING.includes(kind)) return expect(way).toBeNull();
    expect(way).not.toBeNull();
    expect(ROUTES).toContain(way?.href.split(/[?#]/)[0]?.slice(1));
    for (const locale of LOCALES) expect(textsOf(locale)[way?.text ?? ''], locale).toEqual(expect.stringMatching(/./));
  });

  it.each([
    { features: ['perpetual', 'option'], href: '/perpetualorder#limits' },
    { features: ['option'], href: '/optionOrder#limits' },
    { features: [], href: undefined },
  ])('limits, where $features are offered: $href', ({ features, href }) =>
    expect(leadTo({ subject: 'limits' }, features)?.href).toBe(href),
  );
});
