import 'server-only';
import * as api from '../../api/withdrawals';
import { doneSchema, nothing } from '../../dto/shared';
import * as dto from '../../dto/withdrawals';
import { callLegacy } from '../../legacy/call-legacy';
import * as bookCalls from '../../protocol/address-book';
import type { AnswerOf } from '../../protocol/define-call';
import * as calls from '../../protocol/withdrawals';
import { PAGE_SIZE } from '../../protocol/wire';
import { serve, serveCall } from '../operation';
import { callAs, toIso, toIsoOrNull } from '../upstream';

const done = { done: true } as const;

function reshapeOne(row: AnswerOf<typeof calls.withdrawTo>): dto.Withdrawal {
  const { id, channel, coin, network, address, amount, fee, arrives, state, delay, reason, txid, confirmations } = row;
  return {
    ...{ id, channel, coin, network, address, amount, fee, arrives, state, delay, reason, txid, confirmations },
    requestedAt: toIso(row.time),
    stateAt: toIso(row.state_time),
    until: toIsoOrNull(row.until),
    explorerUrl: row.explorer,
    confirmationsNeeded: row.confirmations_needed,
  };
}

function reshapeKept({ usable, ...row }: AnswerOf<typeof bookCalls.addressKeep>): dto.KeptAddress {
  return { ...row, usableAt: toIso(usable) };
}

export const withdrawalTerms = serveCall(api.withdrawalTerms, {
  input: nothing,
  output: dto.withdrawalTermsSchema,
  summary: 'Terms of withdrawals and what of them concerns the user now',
  call: calls.withdrawalTerms,
  fields: () => ({}),
  reshape: (terms) => ({
    channels: terms.channels.map(
      ({ channel, coin, network, offered, decimals, fee, min, max, review_above: reviewAbove, paused, ...more }) => ({
        ...{ channel, coin, network, isOffered: offered, decimals, feeRate: fee, min, max, reviewAbove },
        dayOutflowMax: more.day_outflow_max ?? null,
        paused: paused === null ? null : { reason: paused.reason, since: toIso(paused.since) },
      }),
    ),
    limits: terms.limits.map(({ verified_limit: verifiedLimit, ...limit }) => ({ ...limit, verifiedLimit })),
    openMax: terms.open_max ?? null,
    isVerified: terms.verified,
    firstWaitSeconds: terms.first_wait,
    reviewSecondsMax: terms.review_max,
    isSuspended: terms.suspended,
    heldUntil: toIsoOrNull(terms.held_until),
    isOnlyKept: terms.only_kept,
    onlyKeptEndsAt: toIsoOrNull(terms.only_kept_ends),
  }),
});

export const withdrawals = serveCall(api.withdrawals, {
  input: dto.withdrawalsQuerySchema,
  output: dto.withdrawalsSchema,
  summary: 'Withdrawals, newest first',
  call: calls.withdrawals,
  fields: ({ page }) => ({ page: page === undefined ? undefined : String(page) }),
  reshape: (rows) => ({ withdrawals: rows.map(reshapeOne), hasMore: rows.length === PAGE_SIZE }),
});

export const withdrawal = serveCall(api.withdrawal, {
  input: dto.withdrawalQuerySchema,
  output: dto.withdrawalDetailSchema,
  summary: 'One withdrawal with all that happened to it',
  call: calls.withdrawal,
  fields: ({ id }) => ({ id }),
  reshape: ({ steps, ...row }) => ({
    ...reshapeOne(row),
    steps: steps.map(({ step, time, until, txid }) => ({ step, at: toIso(time), until: toIsoOrNull(until), txid })),
  }),
});

export const withdraw = serveCall(api.withdraw, {
  input: dto.withdrawInputSchema,
  output: dto.withdrawalSchema,
  summary: 'Withdraw a coin to an address',
  call: calls.withdrawTo,
  fields: ({ requestId, ...asked }) => ({ ...asked, request_id: requestId }),
  reshape: reshapeOne,
});

export const withdrawalCancel = serveCall(api.withdrawalCancel, {
  input: dto.withdrawalCancelInputSchema,
  output: dto.withdrawalSchema,
  summary: 'Call off a withdrawal that waits or is in review',
  call: calls.withdrawalCancel,
  fields: ({ id }) => ({ id }),
  reshape: reshapeOne,
});

export const withdrawalCancelByLink = serve(api.withdrawalCancelByLink, {
  input: dto.cancelByLinkInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Call off a withdrawal by the link of its mail',
  run: async ({ input, ip }) => {
    await callLegacy(calls.withdrawalCancelByLink, { token: input.token }, { ip });
    return done;
  },
});

export const addressBook = serveCall(api.addressBook, {
  input: nothing,
  output: dto.addressBookSchema,
  summary: 'Addresses that the user keeps by name',
  call: bookCalls.addressBook,
  fields: () => ({}),
  reshape: (rows) => ({ addresses: rows.map(reshapeKept) }),
});

export const addressKeep = serveCall(api.addressKeep, {
  input: dto.addressKeepInputSchema,
  output: dto.keptAddressSchema,
  summary: 'Keep an address by a name',
  call: bookCalls.addressKeep,
  fields: ({ network, address, name }) => ({ network, address, name }),
  reshape: reshapeKept,
});

export const addressForget = serve(api.addressForget, {
  input: dto.addressForgetInputSchema,
  output: doneSchema,
  summary: 'Keep an address no more',
  run: async ({ input, session, ip }) => {
    await callAs({ session, ip }, bookCalls.addressForget, { id: input.id });
    return done;
  },
});

export const addressOnlyKept = serveCall(api.addressOnlyKept, {
  input: dto.addressOnlyInputSchema,
  output: dto.addressOnlySchema,
  summary: 'Allow withdrawals to kept addresses alone, or to all again after a while',
  call: bookCalls.addressOnlyKept,
  fields: ({ isOn }) => ({ on: isOn ? ('1' as const) : ('0' as const) }),
  reshape: ({ only_kept: isOnlyKept, only_kept_ends: endsAt }) => ({ isOnlyKept, endsAt: toIsoOrNull(endsAt) }),
});
