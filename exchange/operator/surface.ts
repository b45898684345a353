import type { z } from 'zod';
import { actionInput, actionOutcome, type OperatorEndpoint } from '../../lib/operator/define';
import { actionEndpointName } from '../../lib/operator/endpoints';
import { type ActionName, ActionRefused, findWrites, mayPerform, takeSession } from '../modules/operators/operators';
import { acts } from './actions';
import type { EndpointCaller, Desk, ServedEndpoint } from './desk';
import { COMMANDS } from './serve-commands';
import { LISTED } from './serve-lists';
import { MARKETS } from './serve-markets';
import { HELP } from './serve-help';
import { HOUSE } from './serve-house';
import { QUEUE_ANSWERS } from './serve-queues';
import { OBJECTS } from './serve-objects';
import { REPORTS } from './serve-reports';
import { REQUESTS } from './serve-requests';
import { SIGN_IN } from './serve-sign-in';
import { TODAY } from './serve-today';
import { SUPPORT } from './serve-support';
import { SWEEPS } from './serve-sweeps';
import { USERS } from './serve-users';
import { WITHDRAWALS } from './serve-withdrawals';

/** Acts that only say that somebody looked or had something proved: that has an endpoint which performs them. */
const LOOKS: readonly string[] = [
  ...['files.read', 'identity.read', 'support.read', 'support.picture', 'users.read', 'cases.read', 'lists.read', 'reports.read'],
  ...['files.rotate-key', 'sweeps.prepare', 'audit.run'],
];

/** What an action may write, as its endpoint declares it. */
const writesOf = (act: ActionName): string[] => [
  ...(findWrites(act)?.tables ?? []),
  ...(findWrites(act)?.journals ?? []).map((code) => `journal ${code}`),
  'operator_requests',
  'operator_log',
  'operator_log_head',
];

const ACT_ENDPOINTS: readonly ServedEndpoint[] = acts.names
  .filter((name) => !LOOKS.includes(name))
  .map((name) => ({
    endpoint: {
      name: actionEndpointName(name),
      access: 'session',
      permission: name,
      writes: writesOf(name),
      input: actionInput,
      output: actionOutcome,
    } satisfies OperatorEndpoint<z.infer<typeof actionInput>, z.infer<typeof actionOutcome>> as OperatorEndpoint,
    run(input, { db, clock, signedIn }) {
      if (signedIn === null) throw new Error(`${name} was reached without a session`);
      const asked = { ...(input as z.infer<typeof actionInput>), actor: signedIn.actor, act: name, at: clock.now() };
      return db.transaction((tx) => acts.performAction(tx, asked));
    },
  }));

/** Every endpoint of operators, acts included, with what answers it. */
export const SERVED: readonly ServedEndpoint[] = [
  ...SIGN_IN,
  ...REQUESTS,
  ...WITHDRAWALS,
  ...QUEUE_ANSWERS,
  ...SUPPORT,
  ...SWEEPS,
  ...TODAY,
  ...HOUSE,
  ...HELP,
  ...MARKETS,
  ...LISTED,
  ...OBJECTS,
  ...USERS,
  ...REPORTS,
  ...COMMANDS,
  ...ACT_ENDPOINTS,
];
const BY_NAME = new Map(SERVED.map((served) => [served.endpoint.name, served]));

export const findEndpoint = (name: string): ServedEndpoint | null => BY_NAME.get(name) ?? null;

/** `origin`: where the console is for browsers; `from`: where the operator is; `device`: what their browser keeps. Null: not said. */
type Asked = Pick<EndpointCaller, 'token'> &
  Partial<Pick<EndpointCaller, 'origin' | 'from' | 'device'>> & { served: ServedEndpoint; input: unknown };

/**
 * Answers an endpoint for whoever holds a session: session, permission, input, then the answer in its declared shape.
 * @throws ActionRefused, with SESSION_REQUIRED where nobody is signed in
 */
export async function answerEndpoint(desk: Desk, { served, token, input, origin = null, from = null, device = null }: Asked) {
  const { endpoint } = served;
  const asker: EndpointCaller = { ...desk, token, origin, from, device, signedIn: null };
  if (endpoint.access === 'session') {
    const signedIn = await takeSession(desk.db.read, token, desk.clock.now(), { isUse: endpoint.isPassive !== true });
    if (signedIn === null) throw new ActionRefused('SESSION_REQUIRED', 'Sign in first.');
    asker.signedIn = from === null ? signedIn : { ...signedIn, actor: { ...signedIn.actor, from } };
    // The session was just read with what its operator may do; an action, and a look that is logged, ask again in their own transaction.
    if (endpoint.permission !== null && !mayPerform(signedIn.roles, endpoint.permission as ActionName)) {
      throw new ActionRefused('NOT_ALLOWED', `${signedIn.actor.name} (${signedIn.roles.join(', ')}) may not do this.`);
    }
  }
  const parsed = endpoint.input.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ActionRefused('INPUT_INVALID', `${issue?.path.map(String).join('.') || 'input'}: ${issue?.message ?? 'invalid'}`);
  }
  return endpoint.output.parse(await served.run(parsed.data, asker));
}
