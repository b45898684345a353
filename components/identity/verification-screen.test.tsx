import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import * as identityApi from '@/lib/api/identity';
import { riskLimits } from '@/lib/api/risk-limits';
import type { Identity } from '@/lib/dto/identity';
import { readOptions } from '@/lib/query/reads';
import common from '@/messages/en/common.json';
import errors from '@/messages/en/errors.json';
import verification from '@/messages/en/verification.json';
import write from '@/messages/en/write.json';
import { draw } from '../../tests/helpers/draw';
import { MemberProvider } from '../layout/member-context';
import { VerificationScreen } from './verification-screen';

const MEMBER = { userId: '7', username: 'ann', isSandbox: false, menu: [], streamKey: 'key', features: ['loans', 'option'] } as const;
const AT = '2026-11-26T12:00:00.000Z';
const VERIFIED: Identity = {
  ...{ state: 'verified', submittedAt: AT, reviewUntil: AT, decidedAt: AT, isBySandbox: false, reason: null, words: null, resend: [] },
  ...{ country: 'CH', firstName: 'Ada', lastName: 'Byron', document: 'id', email: null, pictures: null },
};

/** What is listed as opened, of somebody whose country is on the operator's list or isn't. */
function listOpened(mode: 'demo' | 'real', isOffered: boolean): string[] {
  const client = new QueryClient();
  client.setQueryData(readOptions(identityApi.identity, {}).queryKey, VERIFIED);
  client.setQueryData(readOptions(riskLimits, { product: 'option' }).queryKey, { isOffered } as never);
  const part = (
    <MemberProvider member={{ ...MEMBER, mode, menu: [], features: [...MEMBER.features] }}>
      <VerificationScreen />
    </MemberProvider>
  );
  const html = draw(part, { client, messages: { Common: common, Errors: errors, Verification: verification, Write: write } });
  return [...html.matchAll(/<span class="min-w-0">([^<]*)/g)].map(([, line = '']) => line.replaceAll('&#x27;', "'"));
}

it.each([
  ['real', true, verification.unlocks.option],
  ['real', false, errors.OPTION_NOT_OFFERED_HERE],
  ['demo', false, verification.unlocks.option],
] as const)(
  'who is verified reads of seconds contracts on the %s account what holds in their country (offered: %s)',
  (mode, isOffered, line) => {
    expect(listOpened(mode, isOffered)).toEqual([verification.unlocks.loans, line]);
  },
);
