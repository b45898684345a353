import { z } from 'zod';
import type { OperatorActor } from '../../platform/actor';
import type { Tx } from '../../platform/db';
import { hashInput } from '../../platform/idempotency';
import { createToken, hashText } from '../../platform/ids';
import { scheduleJob } from '../../platform/jobs.repository';
import { defineAction } from './operators.actions';
import { dropCredentials } from './operators.credentials';
import { appendLog } from './operators.log';
import { ROLES } from './operators.matrix';
import { ActionRefused } from './operators.errors';
import { endSessionsOf } from './operators.sessions';
import {
  findOperatorByKey,
  insertOperator,
  listOperators,
  lockAndCountOperators,
  lockRolesOf,
  updateOperator,
} from './operators.repository';
import { ADMIN_PACE_MS, hasSuspendedAdmin, SUSPENSION_LAPSE_MS, suspensionLapses } from './operators.suspension';
import { baseField } from './operators.versions';

/** Operators whom the machine itself makes: with two of them every further one can be asked for and approved. */
export const FOUNDERS = 2;

const nameField = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/, 'a name is 2 to 32 small letters, digits and dashes');
const rolesField = z
  .array(z.enum(ROLES))
  .min(1)
  .max(ROLES.length)
  .transform((roles) => ROLES.filter((role) => roles.includes(role)));
/** The hash of a key that only its owner has seen. */
const fingerprintField = z.string().regex(/^[0-9a-f]{64}$/, 'a fingerprint is the 64 characters that `operators key` prints');

const inOrder = (roles: readonly string[]) => [...roles].sort().join(', ');
const person = z.strictObject({ name: nameField, roles: rolesField, fingerprint: fingerprintField });

/** A key and its fingerprint. The key stays with its owner; the fingerprint is what others are given. */
export function createOperatorKey(): { key: string; fingerprint: string } {
  const key = createToken();
  return { key, fingerprint: fingerprintOf(key) };
}

export function fingerprintOf(key: string): string {
  return hashText(key);
}

/** Returns the operator that a key belongs to. @throws ActionRefused */
export async function identifyOperator(tx: Tx, key: string, now: number): Promise<OperatorActor> {
  const row = await findOperatorByKey(tx, fingerprintOf(key));
  if (row === null) throw new ActionRefused('KEY_UNKNOWN', 'No operator has this key.');
  return { kind: 'operator', operatorId: row.id, name: row.name, proof: { method: 'key', at: now } };
}

/**
 * Makes one of the first two operators of an installation, without anybody's approval: there is nobody yet. Once two have ever been made it is
 * refused for good. Returns the line to print. @throws ActionRefused
 */
export async function foundOperator(
  tx: Tx,
  input: { name: string; roles: readonly string[]; fingerprint: string; at: number },
): Promise<string> {
  const parsed = person.safeParse({ name: input.name, roles: input.roles, fingerprint: input.fingerprint });
  if (!parsed.success) throw new ActionRefused('INPUT_INVALID', parsed.error.issues[0]?.message ?? 'invalid');
  if (!parsed.data.roles.includes('admin'))
    throw new ActionRefused('INPUT_INVALID', 'The first two operators must be admins, or nobody could add a third.');
  if ((await lockAndCountOperators(tx)) >= FOUNDERS) {
    throw new ActionRefused('NOT_ALLOWED', 'There are two operators: one asks for a further one, the other approves.');
  }
  await add(tx, parsed.data, input.at);
  const outcome = `operator ${parsed.data.name} added with ${parsed.data.roles.join(', ')}`;
  await appendLog(tx, {
    at: input.at,
    actor: 'machine',
    actorKind: 'service',
    proof: 'machine',
    act: 'operators.add',
    phase: 'done',
    target: parsed.data.name,
    reason: 'the first two operators are made on the machine',
    requestId: null,
    inputHash: hashInput(parsed.data),
    outcome,
  });
  return outcome;
}

async function add(tx: Tx, input: z.infer<typeof person>, at: number): Promise<void> {
  const isNew = await insertOperator(tx, { name: input.name, roles: input.roles, keyHash: input.fingerprint, at });
  if (!isNew) throw new ActionRefused('INPUT_INVALID', `There is an operator ${input.name}, or one with this key.`);
}

/** Returns the number of the operator that was changed. */
async function change(tx: Tx, input: Parameters<typeof updateOperator>[1]): Promise<string> {
  const found = (await listOperators(tx)).find(({ name }) => name === input.name);
  if (found === undefined || !(await updateOperator(tx, input)))
    throw new ActionRefused('INPUT_INVALID', `There is no operator ${input.name}.`);
  return found.id;
}

const isAdmin = async (tx: Tx, name: string) => (await lockRolesOf(tx, name))?.includes('admin') === true;

/** The actions on operators themselves. */
export const OPERATOR_ACTIONS = [
  defineAction({
    name: 'operators.add',
    schema: person,
    describe: ({ name, roles, fingerprint }) => [
      `a new operator ${name} with ${roles.join(', ')}`,
      `key with the fingerprint ${fingerprint}`,
    ],
    async run(tx, { input, at }) {
      await add(tx, input, at);
      return `operator ${input.name} added with ${input.roles.join(', ')}`;
    },
  }),
  defineAction({
    name: 'operators.roles',
    // Who gives other roles names those that there were: nobody gives back what somebody else just took away.
    schema: person.pick({ name: true, roles: true }).extend({ base: baseField }),
    describe: ({ name, roles }) => [`operator ${name} has ${roles.join(', ')}, and nothing else`],
    async readBase(tx, { name, base }) {
      const roles = await lockRolesOf(tx, name);
      return roles === null ? null : { what: `the roles of ${name}`, now: inOrder(roles), read: inOrder(base.split(',')) };
    },
    async run(tx, { input }) {
      await change(tx, { name: input.name, roles: input.roles });
      return `operator ${input.name} has ${input.roles.join(', ')}`;
    },
  }),
  defineAction({
    name: 'operators.key',
    schema: person.pick({ name: true, fingerprint: true }),
    describe: ({ name, fingerprint }) => [`operator ${name} has the key with the fingerprint ${fingerprint}; the old one is void`],
    async run(tx, { input }) {
      await dropCredentials(tx, await change(tx, { name: input.name, keyHash: input.fingerprint }));
      return `operator ${input.name} has another key`;
    },
  }),
  defineAction({
    name: 'operators.suspend',
    schema: person.pick({ name: true }),
    describe: ({ name }) => [`operator ${name} can do nothing from now on`],
    // Who holds one admin's session suspends one other admin, for a day; two agree on more.
    async asksSecond(tx, { input: { name }, actor, at }) {
      if (actor.kind !== 'operator' || !(await isAdmin(tx, name))) return null;
      const since = at - ADMIN_PACE_MS;
      return (await hasSuspendedAdmin(tx, { name: actor.name, since })) ? `${actor.name} suspended another admin within 72 h` : null;
    },
    async run(tx, { input: { name }, actor, asker, at }) {
      if ([actor.kind === 'operator' ? actor.name : null, asker?.name].includes(name)) {
        throw new ActionRefused('SAME_OPERATOR', 'Nobody suspends themselves.');
      }
      await endSessionsOf(tx, await change(tx, { name, state: 'suspended' }));
      if (asker !== undefined || !(await isAdmin(tx, name))) return `operator ${name} is suspended`;
      const dueAt = at + SUSPENSION_LAPSE_MS;
      await scheduleJob(tx, suspensionLapses, { key: `${name} ${at}`, dueAt, payload: { name, at } });
      return `operator ${name} is suspended until ${new Date(dueAt).toISOString()}, or for good where two others take the role admin away by then`;
    },
  }),
  defineAction({
    name: 'operators.restore',
    schema: person.pick({ name: true }),
    describe: ({ name }) => [`operator ${name} may act again`],
    async run(tx, { input }) {
      await change(tx, { name: input.name, state: 'active' });
      return `operator ${input.name} may act again`;
    },
  }),
];
