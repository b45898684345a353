import { z } from 'zod';
import { ALERT_KINDS, ALERTS_MAX, MOVE_MINUTES, PAUSE_MINUTES } from '../rules/alerts';
import { defineCall } from './define-call';
import { decimalField, idField, marketField, messageAnswer, millisField, noFields, requestIdField } from './fields';
import { MODES } from './wire';

const kindField = z.enum(ALERT_KINDS);
/** A market, or the number of a loan or of a staking position. */
const subjectField = z.union([marketField, idField]);
const moveField = z.enum(MOVE_MINUTES.map(String) as [string, ...string[]]);
const pauseField = z.enum(PAUSE_MINUTES.map(String) as [string, ...string[]]);

export const alertList = defineCall({
  id: 'x.alerts',
  number: null,
  method: 'GET',
  path: '/x/alerts',
  request: noFields,
  answer: z
    .array(
      z.object({
        id: idField,
        kind: kindField,
        subject: subjectField,
        mode: z.enum(MODES),
        level: decimalField,
        /** Whether the figure has to rise to the level or to fall to it. */
        direction: z.enum(['up', 'down']),
        minutes: z.number().int().nullable(),
        /** Minutes of silence after it came; null: it comes once. */
        pause: z.number().int().nullable(),
        /** `armed`: it waits for its figure. `paused`: it came. `waiting`: its figure has to go back first. `parked`: there is no position. */
        state: z.enum(['armed', 'paused', 'waiting', 'parked']),
        time: millisField,
      }),
    )
    .max(ALERTS_MAX),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; the alerts of the user, newest first, of both modes. One that came once is gone',
});

export const alertCreate = defineCall({
  id: 'x.alertCreate',
  number: null,
  method: 'POST',
  path: '/x/alert-create',
  effect: 'write',
  request: z.object({
    kind: kindField,
    subject: subjectField,
    level: decimalField,
    minutes: moveField.optional(),
    pause: pauseField.optional(),
    request_id: requestIdField,
  }),
  answer: z.object({ id: idField }),
  errors: [
    'SESSION_REQUIRED',
    'ALERT_TOO_MANY',
    'ALERT_LEVEL_REFUSED',
    'MARKET_UNKNOWN',
    'MARKET_STALE',
    'NOT_FOUND',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: `ours; at most ${ALERTS_MAX}. A price alert waits for the price to get from where it is now to its level; \`minutes\` is for move alone, \`pause\` for alerts of markets`,
});

export const alertRemove = defineCall({
  id: 'x.alertRemove',
  number: null,
  method: 'POST',
  path: '/x/alert-remove',
  effect: 'write',
  request: z.object({ id: idField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; one that is gone already is no error',
});
