import { z } from 'zod';
import type { OperatorActor } from '../../platform/actor';
import type { Tx } from '../../platform/db';
import { hashInput } from '../../platform/idempotency';
import { createToken, hashText } from '../../platform/ids';
import { defineAct } from './operators.acts';
import { dropCredentials } from './operators.credentials';
import { appendLog } from './operators.log';
import { ROLES } from './operators.matrix';
import { ActRefused } from './operators.refused';
import { endSessionsOf } from './operators.sessions';
import { findOperatorByKey, insertOperator, listOperators, lockAndCountOperators, updateOperator } from './operators.repository';

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

const person = z.strictObject({ name: nameField, roles: rolesField, fingerprint: fingerprintField });

/** A key and its fingerprint. The key stays with its owner; the fingerprint is what others are given. */
export function createOperatorKey(): { key: string; fingerprint: string } {
  const key = createToken();
  return { key, fingerprint: fingerprintOf(key) };
}

export function fingerprintOf(key: string): string {
  return hashText(key);
}

/** Returns the operator that a key belongs to. @throws ActRefused */
export async function identifyOperator(tx: Tx, key: string, now: number): Promise<OperatorActor> {
  const row = await findOperatorByKey(tx, fingerprintOf(key));
  if (row === null) throw new ActRefused('KEY_UNKNOWN', 'No operator has this key.');
  return { kind: 'operator', operatorId: row.id, name: row.name, proof: { method: 'key', at: now } };
}

/**
 * Makes one of the first two operators of an installation, without anybody's approval: there is nobody yet. Once two have ever been made it is
 * refused for good. Returns the line to print. @throws ActRefused
 */
export async function foundOperator(
  tx: Tx,
  input: { name: string; roles: readonly string[]; fingerprint: string; at: number },
): Promise<string> {
  const parsed = person.safeParse({ name: input.name, roles: input.roles, fingerprint: input.fingerprint });
  if (!parsed.success) throw new ActRefused('INPUT_INVALID', parsed.error.issues[0]?.message ?? 'invalid');
  if (!parsed.data.roles.includes('admin'))
    throw new ActRefused('INPUT_INVALID', 'The first two operators must be admins, or nobody could add a third.');
  if ((await lockAndCountOperators(tx)) >= FOUNDERS) {
    throw new ActRefused('NOT_ALLOWED', 'There are two operators: one asks for a further one, the other approves.');
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
  if (!isNew) throw new ActRefused('INPUT_INVALID', `There is an operator ${input.name}, or one with this key.`);
}

/** Returns the number of the operator that was changed. */
async function change(tx: Tx, input: Parameters<typeof updateOperator>[1]): Promise<string> {
  const found = (await listOperators(tx)).find(({ name }) => name === input.name);
  if (found === undefined || !(await updateOperator(tx, input)))
    throw new ActRefused('INPUT_INVALID', `There is no operator ${input.name}.`);
  return found.id;
}

/** The acts on operators themselves. */
export const OPERATOR_ACTS = [
  defineAct({
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
  defineAct({
    name: 'operators.roles',
    schema: person.pick({ name: true, roles: true }),
    describe: ({ name, roles }) => [`operator ${name} has ${roles.join(', ')}, and nothing else`],
    async run(tx, { input }) {
      await change(tx, input);
      return `operator ${input.name} has ${input.roles.join(', ')}`;
    },
  }),
  defineAct({
    name: 'operators.key',
    schema: person.pick({ name: true, fingerprint: true }),
    describe: ({ name, fingerprint }) => [`operator ${name} has the key with the fingerprint ${fingerprint}; the old one is void`],
    async run(tx, { input }) {
      await dropCredentials(tx, await change(tx, { name: input.name, keyHash: input.fingerprint }));
      return `operator ${input.name} has another key`;
    },
  }),
  defineAct({
    name: 'operators.suspend',
    schema: person.pick({ name: true }),
    describe: ({ name }) => [`operator ${name} can do nothing from now on`],
    async run(tx, { input, actor }) {
      if (actor.kind === 'operator' && actor.name === input.name) throw new ActRefused('SAME_OPERATOR', 'Nobody suspends themselves.');
      await endSessionsOf(tx, await change(tx, { name: input.name, state: 'suspended' }));
      return `operator ${input.name} is suspended`;
    },
  }),
  defineAct({
    name: 'operators.restore',
    schema: person.pick({ name: true }),
    describe: ({ name }) => [`operator ${name} may act again`],
    async run(tx, { input }) {
      await change(tx, { name: input.name, state: 'active' });
      return `operator ${input.name} may act again`;
    },
  }),
];
