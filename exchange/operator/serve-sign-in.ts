import { signInEndpoints } from '../../lib/operator/sign-in';
import {
  ACTS,
  type ActName,
  ActRefused,
  beginByLink,
  beginSession,
  endSession,
  makeLink,
  mayAct,
  offerCredentials,
  requireKeyOwner,
  setCredentials,
  signInByPassword,
} from '../modules/operators/operators';
import { serve, serveOutside } from './desk';

/** What answers the ways in. */
export const SIGN_IN = [
  serveOutside(signInEndpoints.begin, async (input, { db, clock, sealing }) =>
    signInByPassword(db, await sealing(), { ...input, at: clock.now() }),
  ),
  serveOutside(signInEndpoints.link, ({ token }, { db, clock }) => db.transaction((tx) => beginByLink(tx, { token, at: clock.now() }))),
  serveOutside(signInEndpoints.key, ({ key }, { db, clock }) =>
    db.transaction(async (tx) => beginSession(tx, { operator: await requireKeyOwner(tx, key), proof: 'key', at: clock.now() })),
  ),
  serveOutside(signInEndpoints.makeLink, ({ key }, { db, clock, env }) => {
    if (!env.sandbox) throw new ActRefused('NOT_ALLOWED', 'Links are made in a sandbox alone: sign in with password and code.');
    return db.transaction((tx) => makeLink(tx, { key, at: clock.now() }));
  }),
  serveOutside(signInEndpoints.offerCredentials, ({ key }, { db }) => offerCredentials(db.read, key)),
  serveOutside(signInEndpoints.setCredentials, async (input, { db, clock, sealing }) =>
    setCredentials(db, await sealing(), { ...input, at: clock.now() }),
  ),
  serve(signInEndpoints.end, async (_input, { db, token }) => {
    await endSession(db.read, token);
    return {};
  }),
  serve(signInEndpoints.me, async (_input, { actor, roles, env }) => ({
    name: actor.name,
    roles: [...roles],
    may: Object.keys(ACTS).filter((act) => mayAct(roles, act as ActName)),
    isSandbox: env.sandbox,
  })),
];
