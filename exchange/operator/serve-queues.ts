import { type QueueCase, queueEndpoints, type QueueName } from '../../lib/operator/queues';
import { showPicture } from '../modules/files/files';
import { describeSubmission, listIdentityQueue } from '../modules/identity/identity';
import { getAssetScale } from '../modules/ledger/ledger';
import { describeApplication, listApplications } from '../modules/loans/loans';
import { listOpenProofs } from '../modules/proofs/proofs';
import { ActRefused } from '../modules/operators/operators';
import { listSupportQueue, showThread } from '../modules/support/support';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';
import { readTimeline, type Seat, serve } from './desk';
import { performLook } from './look';

const QUEUE_MAX = 100;
const PICTURE_ID = /\b[0-9a-f]{32}\b/g;
type Queue = {
  /** How the names of its acts begin. */
  acts: string;
  list(tx: Tx): Promise<QueueCase[]>;
  show(seat: Seat, id: string, reason: string): Promise<readonly string[]>;
};

const toTime = (ms: number) => new Date(ms).toISOString();

export const QUEUES: Readonly<Record<QueueName, Queue>> = {
  identity: {
    acts: 'identity.',
    list: async (tx) =>
      (await listIdentityQueue(tx)).map(({ id, userId, submittedAt, reviewUntil }) => ({
        ...{ id, userId, about: 'verification', since: submittedAt, promisedAt: reviewUntil },
      })),
    async show(seat, id, reason) {
      await performLook(seat, { act: 'identity.read', target: id, reason, input: { id } });
      const sealing = await seat.sealing();
      return seat.db.transaction((tx) => describeSubmission(tx, { id, sealing }));
    },
  },
  loans: {
    acts: 'loans.',
    list: async (tx) =>
      (await listApplications(tx, QUEUE_MAX)).map(({ id, userId, about, appliedAt }) => ({
        ...{ id, userId, about, since: appliedAt, promisedAt: null },
      })),
    show: (seat, id) => describeApplication(seat.db.read, id),
  },
  proofs: {
    acts: 'proofs.',
    list: async (tx) =>
      (await listOpenProofs(tx, QUEUE_MAX)).map(({ id, userId, amount, asset, network, givenAt, deposit }) => ({
        ...{ id, userId, since: givenAt, promisedAt: null },
        about: `${fromUnits(amount, getAssetScale(asset))} ${asset} on ${network}, the chain shows ${deposit ?? 'none'}`,
      })),
    async show(seat, id) {
      const proof = (await listOpenProofs(seat.db.read, QUEUE_MAX)).find((one) => one.id === id);
      if (proof === undefined) return ['answered'];
      const { hashEnd, picture, deposit } = proof;
      return [
        `hash ends in ${hashEnd ?? '-'}`,
        `the chain shows ${deposit ?? 'none'}`,
        ...(picture === null ? [] : [`picture ${picture}`]),
      ];
    },
  },
  support: {
    acts: 'support.',
    list: async (tx) =>
      (await listSupportQueue(tx)).map(({ userId, askedAt, promisedAt }) => ({
        ...{ id: userId, userId, about: 'waits for an answer', since: askedAt, promisedAt },
      })),
    async show(seat, id, reason) {
      await performLook(seat, { act: 'support.read', target: id, reason, input: { user: id } });
      return (await showThread(seat.db.read, id)).map(
        ({ at, operator, about, picture, text }) =>
          `${toTime(at)} ${operator ?? 'user'}${about === null ? '' : ` about ${about}`}${picture === null ? '' : ` picture ${picture}`}: ${text}`,
      );
    },
  },
};

/** What answers about queues of cases. */
export const QUEUE_ANSWERS = [
  serve(queueEndpoints.list, async ({ queue }, { db }) => ({ items: (await QUEUES[queue].list(db.read)).slice(0, QUEUE_MAX) })),
  serve(queueEndpoints.about, async ({ queue, id }, seat) => {
    const found = (await QUEUES[queue].list(seat.db.read)).find((one) => one.id === id) ?? null;
    return { found, ...(await readTimeline(seat.db.read, seat, { target: id, acts: QUEUES[queue].acts })) };
  }),
  serve(queueEndpoints.show, async ({ queue, id, reason }, seat) => {
    const lines = [...(await QUEUES[queue].show(seat, id, reason))];
    return { lines, pictures: [...new Set(lines.flatMap((line) => line.match(PICTURE_ID) ?? []))] };
  }),
  serve(queueEndpoints.picture, async ({ queue, id, reason }, seat) => {
    if (queue === 'loans') throw new ActRefused('INPUT_INVALID', 'An application has no picture.');
    const act = queue === 'support' ? 'support.picture' : 'files.read';
    await performLook(seat, { act, target: id, reason, input: { id } });
    const picture = await showPicture(seat.db.read, { id, sealing: await seat.sealing(), now: seat.clock.now() });
    return { jpeg: picture.toString('base64') };
  }),
];
