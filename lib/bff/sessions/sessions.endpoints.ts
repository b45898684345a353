import 'server-only';
import * as api from '../../api/sessions';
import * as dto from '../../dto/sessions';
import { doneSchema, nothing } from '../../dto/shared';
import { callLegacy } from '../../legacy/call-legacy';
import * as calls from '../../protocol/sessions';
import { destroySession } from '../../session/session';
import { serve, serveCall } from '../operation';
import { checkProof } from '../session/register';
import { callAs, callRenewing, toIso } from '../upstream';

const done = { done: true } as const;

export const sessions = serveCall(api.sessions, {
  input: nothing,
  output: dto.sessionsSchema,
  summary: 'Devices on which the user is signed in',
  call: calls.sessionList,
  fields: () => ({}),
  reshape: ({ rows, password }) => ({
    devices: rows.map((row) => ({
      id: row.id,
      browser: row.browser,
      system: row.system,
      place: row.place,
      firstSeenAt: toIso(row.first_seen),
      lastSeenAt: toIso(row.last_seen),
      isCurrent: row.current,
    })),
    hasPassword: password,
  }),
});

export const sessionEnd = serveCall(api.sessionEnd, {
  input: dto.sessionEndInputSchema,
  output: dto.sessionEndedSchema,
  summary: 'End one session of the user, or all but this one',
  call: calls.sessionEnd,
  fields: ({ id }) => ({ id }),
  reshape: ({ ended }) => ({ ended }),
});

export const passwordChange = serve(api.passwordChange, {
  input: dto.passwordChangeInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Change the password; all other sessions end',
  run: async ({ input, session, ip }) => {
    const { old, password, passwordAgain: repassword } = input;
    await callRenewing({ session, ip }, calls.passwordChange, { old, password, repassword });
    return done;
  },
});

export const freeze = serve(api.freeze, {
  input: nothing,
  output: doneSchema,
  summary: 'Freeze the own account; every session ends, this one too',
  run: async ({ session, ip }) => {
    await callAs({ session, ip }, calls.freezeOwn, {});
    await destroySession();
    return done;
  },
});

export const freezeByLink = serve(api.freezeByLink, {
  input: dto.freezeByLinkInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Freeze an account by the link of a mail',
  run: async ({ input, ip }) => {
    await callLegacy(calls.freezeByLink, { token: input.token }, { ip });
    return done;
  },
});

export const mailedLink = serve(api.mailedLink, {
  input: dto.mailedLinkInputSchema,
  output: dto.mailedLinkSchema,
  rate: 'signIn',
  summary: 'Whether the link of a mail was used, or its time is over',
  run: async ({ input, ip }) => (await callLegacy(calls.mailedLink, input, { ip })).answer,
});

export const passwordLink = serve(api.passwordLink, {
  input: dto.passwordLinkInputSchema,
  output: doneSchema,
  rate: 'mail',
  summary: 'Mail a link for a new password; the answer is the same for every address',
  run: async ({ input, ip }) => {
    await callLegacy(calls.passwordLink, { email: input.email, verify: checkProof(input.proof) }, { ip });
    return done;
  },
});

export const passwordByLink = serve(api.passwordByLink, {
  input: dto.passwordByLinkInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Set a new password by the link of a mail; it lifts a freeze and ends all sessions',
  run: async ({ input, ip }) => {
    await callLegacy(calls.passwordByLink, { token: input.token, password: input.password, repassword: input.passwordAgain }, { ip });
    return done;
  },
});
