import { type CASE_QUEUES, QUEUE_PAGE, type QueueCase, queueEndpoints, type QueueName } from '../../lib/operator/queues';
import { showPicture } from '../modules/files/files';
import { describeSubmission } from '../modules/identity/identity';
import { describeApplication } from '../modules/loans/loans';
import { findOpenProof } from '../modules/proofs/proofs';
import { ActionRefused } from '../modules/operators/operators';
import { nameVipClaim, showVipClaim } from '../modules/vip/vip';
import { showWire } from '../modules/wires/wires';
import { ACTIONS_BY_HAND, readTimeline, type OperatorContext, serve } from './desk';
import { logCaseAccess, logAccess } from './access-log';
import { type CaseRow, listCases, readPulse, toCaseQuery } from './queues.repository';

const PICTURE_ID = /\b[0-9a-f]{32}\b/g;
type Queue = {
  /** Writes the look into the log itself, where that has an action of its own. */
  look?(seat: OperatorContext, id: string, reason: string): Promise<void>;
  show(seat: OperatorContext, id: string): Promise<readonly string[]>;
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
    look: (seat, id, reason) => logAccess(seat, { act: 'identity.read', reason, input: { id } }),
    async show(seat, id) {
      const sealing = await seat.sealing();
      return seat.db.transaction((tx) => describeSubmission(tx, { id, sealing }));
    },
  },
  loans: {
    show: (seat, id) => describeApplication(seat.db.read, id),
  },
  proofs: {
    async show(seat, id) {
      const proof = await findOpenProof(seat.db.read, id);
      if (proof === null) return ['answered'];
      const { hashEnd, picture, deposit } = proof;
      return [
        `hash ends in ${hashEnd ?? '-'}`,
        `the chain shows ${deposit ?? 'none'}`,
        ...(picture === null ? [] : [`picture ${picture}`]),
      ];
    },
  },
  wires: {
    show: (seat, id) => showWire(seat.db.read, id),
  },
  claims: {
    show: (seat, id) => showVipClaim(seat.db.read, id),
  },
};

const toCase = ({ row: _, ...shown }: CaseRow): QueueCase => shown;

/** What answers about queues of cases. */
export const QUEUE_ANSWERS = [
  serve(queueEndpoints.list, async ({ queue, after, ...narrowed }, seat) => {
    const { filter, user, lang, waited, holder } = narrowed;
    const parts = [filter, lang, waited === null ? null : `over ${waited} min`, holder === null ? null : `of ${holder}`];
    const said = parts.filter((part) => part !== null).join(', ');
    await logAccess(seat, { act: 'lists.read', reason: 'opened', input: { list: queue, filter: said, user, after } });
    const query = toCaseQuery(narrowed, { now: seat.clock.now(), operatorId: seat.actor.operatorId });
    const rows = await listCases(seat.db.read, queue, { ...query, after, limit: QUEUE_PAGE + 1 });
    const shown = rows.slice(0, QUEUE_PAGE);
    return { items: shown.map(toCase), next: rows.length > QUEUE_PAGE ? (shown.at(-1)?.row ?? null) : null };
  }),
  serve(queueEndpoints.pulse, ({ queue }, seat) => readPulse(seat.db.read, queue)),
  serve(queueEndpoints.about, async ({ queue, id, ...page }, seat) => {
    await logCaseAccess(seat, { queue, id });
    const [found] = await listCases(seat.db.read, queue, { id, limit: 1 });
    // A claim's acts name whose it is and its level; no target has this name where there is none.
    const target = queue === 'claims' ? ((await nameVipClaim(seat.db.read, id)) ?? '\n') : id;
    const of = { target, aliases: [`${queue} ${id}`], acts: [...ACTIONS[queue], 'cases.'] };
    return { found: found === undefined ? null : toCase(found), ...(await readTimeline(seat.db.read, seat, { ...of, ...page })) };
  }),
  serve(queueEndpoints.show, async ({ queue, id, reason }, seat) => {
    const { look, show } = CASES[queue];
    await (look?.(seat, id, reason) ?? logAccess(seat, { act: 'cases.read', reason, input: { queue, id } }));
    const lines = [...(await show(seat, id))];
    return { lines, pictures: [...new Set(lines.flatMap((line) => line.match(PICTURE_ID) ?? []))] };
  }),
  serve(queueEndpoints.picture, async ({ queue, id, reason }, seat) => {
    if (queue === 'loans' || queue === 'claims') throw new ActionRefused('INPUT_INVALID', 'What waits here has no picture.');
    const act = queue === 'support' ? 'support.picture' : 'files.read';
    await logAccess(seat, { act, reason, input: { id } });
    const picture = await showPicture(seat.db.read, { id, sealing: await seat.sealing(), now: seat.clock.now() });
    return { jpeg: picture.toString('base64') };
  }),
];
