import { type CASE_QUEUES, QUEUE_PAGE, type QueueCase, queueEndpoints, type QueueName } from '../../lib/operator/queues';
import { showPicture } from '../modules/files/files';
import { describeSubmission, readVerifiedName } from '../modules/identity/identity';
import { describeApplication, readLoanFacts } from '../modules/loans/loans';
import { describeMatch, findOpenProof } from '../modules/proofs/proofs';
import { ActionRefused } from '../modules/operators/operators';
import { nameVipClaim, showVipClaim } from '../modules/vip/vip';
import { readWireFacts, showWire } from '../modules/wires/wires';
import { ACTIONS_BY_HAND, readTimeline, type OperatorContext, serve } from './desk';
import type { Tx } from '../platform/db';
import { logCaseAccess, logAccess } from './access-log';
import { type CaseRow, listCases, readPulse, toCaseQuery } from './queues.repository';

const PICTURE_ID = /\b[0-9a-f]{32}\b/g;
type Queue = {
  /** Writes the look into the log itself, where that has an action of its own. */
  look?(context: OperatorContext, id: string, reason: string): Promise<void>;
  show(context: OperatorContext, id: string): Promise<readonly string[]>;
  /** What its acts are told of the case, so that whoever agrees agrees to exactly that. */
  facts?(tx: Tx, id: string): Promise<Record<string, string> | null>;
};

/** How the names of a queue's acts begin. */
const ACTIONS: Readonly<Record<QueueName, readonly string[]>> = {
  identity: ['identity.'],
  loans: ['loans.'],
  proofs: ['proofs.', ...ACTIONS_BY_HAND],
  wires: ['wires.', ...ACTIONS_BY_HAND],
  claims: ['vip.'],
  // Saved answers are about nobody, whatever their names are.
  support: ['support.read', 'support.answer', 'support.hand-over', ...ACTIONS_BY_HAND],
};

const CASES: Readonly<Record<(typeof CASE_QUEUES)[number], Queue>> = {
  identity: {
    look: (context, id, reason) => logAccess(context, { act: 'identity.read', reason, input: { id } }),
    async show(context, id) {
      const sealing = await context.sealing();
      return context.db.transaction((tx) => describeSubmission(tx, { id, sealing }));
    },
  },
  loans: {
    show: (context, id) => describeApplication(context.db.read, id),
    facts: readLoanFacts,
  },
  proofs: {
    async show(context, id) {
      const proof = await findOpenProof(context.db.read, id);
      if (proof === null) return ['answered'];
      const { hashEnd, picture } = proof;
      return [`hash ends in ${hashEnd ?? '-'}`, describeMatch(proof), ...(picture === null ? [] : [`picture ${picture}`])];
    },
  },
  wires: {
    show: (context, id) => showWire(context.db.read, id, readVerifiedName),
    facts: readWireFacts,
  },
  claims: {
    show: (context, id) => showVipClaim(context.db.read, id),
  },
};

const toCase = ({ row: _, ...shown }: CaseRow): QueueCase => shown;

/** What answers about queues of cases. */
export const QUEUE_ANSWERS = [
  serve(queueEndpoints.list, async ({ queue, after, ...narrowed }, context) => {
    const { filter, user, lang, waited, holder } = narrowed;
    const parts = [filter, lang, waited === null ? null : `over ${waited} min`, holder === null ? null : `of ${holder}`];
    const said = parts.filter((part) => part !== null).join(', ');
    await logAccess(context, { act: 'lists.read', reason: 'opened', input: { list: queue, filter: said, user, after } });
    const query = toCaseQuery(narrowed, { now: context.clock.now(), operatorId: context.actor.operatorId });
    const rows = await listCases(context.db.read, queue, { ...query, after, limit: QUEUE_PAGE + 1 });
    const shown = rows.slice(0, QUEUE_PAGE);
    return { items: shown.map(toCase), next: rows.length > QUEUE_PAGE ? (shown.at(-1)?.row ?? null) : null };
  }),
  serve(queueEndpoints.pulse, ({ queue }, context) => readPulse(context.db.read, { queue, now: context.clock.now() })),
  serve(queueEndpoints.about, async ({ queue, id, ...page }, context) => {
    await logCaseAccess(context, { queue, id });
    const [found] = await listCases(context.db.read, queue, { id, limit: 1 });
    // A claim's acts name whose it is and its level; no target has this name where there is none.
    const target = queue === 'claims' ? ((await nameVipClaim(context.db.read, id)) ?? '\n') : id;
    const of = { target, aliases: [`${queue} ${id}`], acts: [...ACTIONS[queue], 'cases.'] };
    const factsOf = found === undefined || queue === 'support' ? undefined : CASES[queue].facts;
    const facts = (await factsOf?.(context.db.read, id)) ?? null;
    return {
      found: found === undefined ? null : toCase(found),
      facts,
      ...(await readTimeline(context.db.read, context, { ...of, ...page })),
    };
  }),
  serve(queueEndpoints.show, async ({ queue, id, reason }, context) => {
    const { look, show } = CASES[queue];
    await (look?.(context, id, reason) ?? logAccess(context, { act: 'cases.read', reason, input: { queue, id } }));
    const lines = [...(await show(context, id))];
    return { lines, pictures: [...new Set(lines.flatMap((line) => line.match(PICTURE_ID) ?? []))] };
  }),
  serve(queueEndpoints.picture, async ({ queue, id, reason }, context) => {
    if (queue === 'loans' || queue === 'claims') throw new ActionRefused('INPUT_INVALID', 'What waits here has no picture.');
    const act = queue === 'support' ? 'support.picture' : 'files.read';
    await logAccess(context, { act, reason, input: { id } });
    const picture = await showPicture(context.db.read, { id, sealing: await context.sealing(), now: context.clock.now() });
    return { jpeg: picture.toString('base64') };
  }),
];
