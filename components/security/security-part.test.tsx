import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import * as securityApi from '@/lib/api/security';
import { readOptions } from '@/lib/query/reads';
import { STEP_UP_ACTS, STEP_UP_RULES } from '@/lib/rules/step-up';
import errors from '@/messages/en/errors.json';
import common from '@/messages/en/common.json';
import security from '@/messages/en/security.json';
import stepUp from '@/messages/en/step-up.json';
import write from '@/messages/en/write.json';
import { MemberProvider } from '../layout/member-context';
import { SecurityPart } from './security-part';

const MEMBER = { userId: '7', username: 'ann', mode: 'real', isSandbox: true, menu: [], streamKey: 'key' } as const;
const FEATURES = [...new Set(Object.values(STEP_UP_RULES).flatMap((rule) => ('feature' in rule ? [rule.feature] : [])))];

/** The rows of the printed table: what has to be confirmed, and what is said of it. */
function readTable(features: readonly string[]): Map<string, string> {
  const client = new QueryClient();
  client.setQueryData(readOptions(securityApi.security, {}).queryKey, { boundAt: null, recoveryLeft: 0, heldUntil: null, passkeys: [] });
  const texts = { Common: common, Errors: errors, Security: security, StepUp: stepUp, Write: write };
  const html = renderToString(
    <NextIntlClientProvider locale="en" messages={texts} timeZone="UTC">
      <QueryClientProvider client={client}>
        <MemberProvider member={{ ...MEMBER, features: [...features] }}>
          <SecurityPart />
        </MemberProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  return new Map([...html.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g)].map(([, act = '', rule = '']) => [act, rule]));
}

describe('the printed table of confirmations', () => {
  it.each([
    ['withdrawal', 'each time'],
    ['loan', 'each time'],
    ['address', 'each time'],
    ['limits', 'for 5 minutes'],
    ['export', 'each time'],
    ['exportDownload', 'each time'],
    ['closing', 'each time'],
    ['email', `each time, ${security.holds}`],
    ['password', `each time, ${security.holds}`],
    ['factor', `each time, ${security.holdsRemoval}`],
    ['recoveryCodes', 'each time'],
    ['wallet', `each time, ${security.holds}`],
    ['walletRemoval', `each time, ${security.holds}`],
    ['passkey', 'each time'],
    ['passkeyRemoval', `each time, ${security.holds}`],
  ] as const)('says of %s: %s', (act, rule) => {
    expect(readTable(FEATURES).get(stepUp.acts[act])).toBe(rule);
  });

  it('has a row for every act that the exchange knows, and none for what it hasn’t got', () => {
    expect([...readTable(FEATURES).keys()]).toEqual(STEP_UP_ACTS.map((act) => stepUp.acts[act]));
    expect([...readTable([]).keys()]).toEqual([stepUp.acts.limits, stepUp.acts.password]);
  });
});
