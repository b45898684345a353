import type { AuditCheck } from '../composition/module';
import type { ExchangeEnv } from '../env';
import type { Networks } from '../modules/networks/networks';
import {
  type ActionName,
  ActionRefused,
  authorizeAccess,
  FOUNDERS,
  identifyOperator,
  listOperators,
  readSandboxKey,
} from '../modules/operators/operators';
import type { OperatorActor } from '../platform/actor';
import type { Database } from '../platform/db';
import { acts } from './actions';
import { COMMAND_LINE } from './ask-exchange';
import type { Desk } from './desk';

export type CommandContext = {
  db: Database;
  env: Pick<ExchangeEnv, 'dataDir' | 'sandbox'> & Partial<Pick<ExchangeEnv, 'filesKey'>>;
  /** What the modules can prove. */
  audits: readonly AuditCheck[];
  /** Those of the settings, not opened; absent while the exchange runs, which serves no command that needs them. */
  networks?: Networks;
  operatorKey: string | null;
  /** Who acts, where that was proved before. */
  actor?: OperatorActor;
  /** What only an exchange that runs knows. */
  looks?: Pick<Desk, 'listMarkets' | 'listWallets'>;
  now(): number;
};
export type Result = { code: number; text: string };
export type Call = CommandContext & { words: readonly string[]; as: string | null; reason: string; note: string };

/** Whom a list is for, and how it is narrowed. */
type LookOf = { may?: ActionName; filter?: string };

/** What who shows no key is told. */
export const NO_KEY =
  'Set OPERATOR_KEY, or say --as NAME in a sandbox. The first two operators are made with "operators key" and "operators add".';

const say = (text: string): Result => ({ code: 0, text });

/** Returns who acts, once they proved it. @throws ActionRefused */
export async function findActor({ db, env, operatorKey, as, now, actor: proved }: Call): Promise<OperatorActor> {
  if (proved !== undefined) return proved;
  const key = as !== null && env.sandbox ? await readSandboxKey(env.dataDir, as) : operatorKey;
  if (key === null) throw new ActionRefused('KEY_UNKNOWN', NO_KEY);
  const actor: OperatorActor = { ...(await identifyOperator(db.read, key, now())), from: COMMAND_LINE };
  if (as !== null && as !== actor.name) throw new ActionRefused('KEY_UNKNOWN', `This key is not ${as}'s.`);
  return actor;
}

/** Does an action, or asks for it. @throws ActionRefused */
export async function act(call: Call, name: ActionName, input: unknown): Promise<Result> {
  const actor = await findActor(call);
  const asked = { actor, act: name, reason: call.reason, input, at: call.now() };
  const outcome = await call.db.transaction((tx) => acts.performAction(tx, asked));
  if (outcome.state === 'done') return say(`${outcome.outcome}\n`);
  return say(
    `request ${outcome.requestId} waits for a second operator until ${new Date(outcome.expiresAt).toISOString()}:\n${outcome.preview}\n`,
  );
}

/** Lets an operator give a command that a row of the matrix is for. @throws ActionRefused */
export async function admit(call: Call, may: ActionName): Promise<void> {
  const actor = await findActor(call);
  await call.db.transaction((tx) => authorizeAccess(tx, actor, may));
}

/** True as long as the machine itself makes the first two operators. */
export async function isFounding({ db }: Pick<Call, 'db'>): Promise<boolean> {
  return (await listOperators(db.read)).length < FOUNDERS;
}

/** Lets an operator look at a list that names members, as the console does: with the same authority and the same row of the log. @throws ActionRefused */
export async function look(call: Call, list: string, { may = 'cases.read', filter = 'all' }: LookOf = {}): Promise<void> {
  const actor = await findActor(call);
  const reason = call.reason === '' ? 'opened' : call.reason;
  const input = { list, filter, user: null, after: null };
  await call.db.transaction(async (tx) => {
    await authorizeAccess(tx, actor, may);
    await acts.performAction(tx, { actor, act: 'lists.read', reason, input, at: call.now() });
  });
}
