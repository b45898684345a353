import { signInEndpoints } from '../../lib/operator/sign-in';
import {
  ACTIONS,
  type ActionName,
  ActionRefused,
  beginByLink,
  beginSession,
  createOperatorPasskeys,
  endSession,
  listFactors,
  makeLink,
  mayPerform,
  offerCredentials,
  proveByCode,
  requireKeyOwner,
  setCredentials,
  signInByPassword,
} from '../modules/operators/operators';
import { type EndpointCaller, serve, serveOutside } from './desk';

/** @throws ActionRefused where the console doesn't say where it is */
function passkeysOf({ db, env, origin }: EndpointCaller) {
  if (origin === null || env.consoleKey === null) throw new ActionRefused('NOT_ALLOWED', 'Passkeys need a console that says where it is.');
  return createOperatorPasskeys({ db, origin, secret: env.consoleKey });
}

/** A device is for a console that keeps one: another doesn't know what that is. */
function sayBegun({ device: kept, ...begun }: { token: string; name: string; device: string }, { device }: EndpointCaller) {
  return device === null ? begun : { ...begun, device: kept };
}

/** What answers the ways in. */
export const SIGN_IN = [
  serveOutside(signInEndpoints.begin, async (input, asker) => {
    const { db, env, clock, from, device, sealing } = asker;
    const source = { secret: env.consoleKey ?? env.bffKey, from };
    return sayBegun(await signInByPassword(db, await sealing(), { ...input, device, at: clock.now(), source }), asker);
  }),
  serveOutside(signInEndpoints.passkeyOptions, async (_input, asker) => ({
    options: await passkeysOf(asker).challenge(asker.clock.now()),
  })),
  serveOutside(signInEndpoints.passkey, async (input, asker) =>
    sayBegun(await passkeysOf(asker).signIn({ ...input, at: asker.clock.now() }), asker),
  ),
  serve(signInEndpoints.factors, async (_input, context) => {
    const { passkeys, hasCode } = await listFactors(context.db.read, context.actor.operatorId);
    return { hasCode, passkeys: passkeys.map(({ id, name, addedAt, usedAt }) => ({ id, name, addedAt, usedAt })) };
  }),
  serve(signInEndpoints.offerPasskey, async (_input, context) => ({
    options: await passkeysOf(context).offer(context.actor, context.clock.now()),
  })),
  serve(signInEndpoints.addPasskey, async (input, context) => {
    await passkeysOf(context).add({ ...input, actor: context.actor, at: context.clock.now() });
    return {};
  }),
  serve(signInEndpoints.removeFactor, async (input, context) => {
    await passkeysOf(context).remove({ ...input, actor: context.actor, at: context.clock.now() });
    return {};
  }),
  serveOutside(signInEndpoints.link, ({ token }, { db, clock }) => db.transaction((tx) => beginByLink(tx, { token, at: clock.now() }))),
  serveOutside(signInEndpoints.key, ({ key }, { db, clock }) =>
    db.transaction(async (tx) => beginSession(tx, { operator: await requireKeyOwner(tx, key), proof: 'key', at: clock.now() })),
  ),
  serveOutside(signInEndpoints.makeLink, ({ key }, { db, clock, env }) => {
    if (!env.sandbox) throw new ActionRefused('NOT_ALLOWED', 'Links are made in a sandbox alone: sign in with password and code.');
    return db.transaction((tx) => makeLink(tx, { key, at: clock.now() }));
  }),
  serveOutside(signInEndpoints.offerCredentials, ({ key }, { db }) => offerCredentials(db.read, key)),
  serveOutside(signInEndpoints.setCredentials, async (input, { db, clock, sealing }) =>
    setCredentials(db, await sealing(), { ...input, at: clock.now() }),
  ),
  serve(signInEndpoints.prove, async ({ password, code, response }, context) => {
    const { db, env, clock, actor, token, sealing } = context;
    const again = { actor, token, password, at: clock.now() };
    if (response !== null) await passkeysOf(context).prove({ ...again, response });
    else await proveByCode(db, await sealing(), { ...again, code: code ?? '', secret: env.consoleKey ?? env.bffKey });
    return {};
  }),
  serve(signInEndpoints.end, async (_input, { db, token }) => {
    await endSession(db.read, token);
    return {};
  }),
  serve(signInEndpoints.me, async (_input, { actor, roles, env }) => ({
    name: actor.name,
    roles: [...roles],
    may: Object.keys(ACTIONS).filter((act) => mayPerform(roles, act as ActionName)),
    isSandbox: env.sandbox,
  })),
];
