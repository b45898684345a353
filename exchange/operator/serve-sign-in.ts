import { signInEndpoints } from '../../lib/operator/sign-in';
import {
  ACTS,
  type ActName,
  ActRefused,
  beginByLink,
  beginSession,
  createOperatorPasskeys,
  endSession,
  listFactors,
  makeLink,
  mayAct,
  offerCredentials,
  requireKeyOwner,
  setCredentials,
  signInByPassword,
} from '../modules/operators/operators';
import { type Asker, serve, serveOutside } from './desk';

/** @throws ActRefused where the console doesn't say where it is */
function passkeysOf({ db, env, origin }: Asker) {
  if (origin === null || env.consoleKey === null) throw new ActRefused('NOT_ALLOWED', 'Passkeys need a console that says where it is.');
  return createOperatorPasskeys({ db, origin, secret: env.consoleKey });
}

/** What answers the ways in. */
export const SIGN_IN = [
  serveOutside(signInEndpoints.begin, async (input, { db, clock, sealing }) =>
    signInByPassword(db, await sealing(), { ...input, at: clock.now() }),
  ),
  serveOutside(signInEndpoints.passkeyOptions, async (_input, asker) => ({
    options: await passkeysOf(asker).challenge(asker.clock.now()),
  })),
  serveOutside(signInEndpoints.passkey, (input, asker) => passkeysOf(asker).signIn({ ...input, at: asker.clock.now() })),
  serve(signInEndpoints.factors, async (_input, seat) => {
    const { passkeys, hasCode } = await listFactors(seat.db.read, seat.actor.operatorId);
    return { hasCode, passkeys: passkeys.map(({ id, name, addedAt, usedAt }) => ({ id, name, addedAt, usedAt })) };
  }),
  serve(signInEndpoints.offerPasskey, async (_input, seat) => ({
    options: await passkeysOf(seat).offer(seat.actor, seat.clock.now()),
  })),
  serve(signInEndpoints.addPasskey, async (input, seat) => {
    await passkeysOf(seat).add({ ...input, actor: seat.actor, at: seat.clock.now() });
    return {};
  }),
  serve(signInEndpoints.removeFactor, async (input, seat) => {
    await passkeysOf(seat).remove({ ...input, actor: seat.actor, at: seat.clock.now() });
    return {};
  }),
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
