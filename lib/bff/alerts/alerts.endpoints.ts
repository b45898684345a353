import 'server-only';
import * as api from '../../api/alerts';
import * as dto from '../../dto/alerts';
import { nothing } from '../../dto/shared';
import * as protocol from '../../protocol/alerts';
import { serveCall } from '../operation';
import { toIso } from '../upstream';

export const alerts = serveCall(api.alerts, {
  input: nothing,
  output: dto.alertsSchema,
  summary: 'Alerts of the user, newest first',
  call: protocol.alertList,
  fields: () => ({}),
  reshape: (rows) => ({
    alerts: rows.map(({ pause, time, ...row }) => ({ ...row, pauseMinutes: pause, createdAt: toIso(time) })),
  }),
});

export const alertCreate = serveCall(api.alertCreate, {
  input: dto.alertCreateInputSchema,
  output: dto.alertCreatedSchema,
  summary: 'Ask to be alerted',
  call: protocol.alertCreate,
  fields: ({ kind, subject, level, minutes, pauseMinutes, requestId }) => ({
    kind,
    subject,
    level,
    minutes,
    pause: pauseMinutes,
    request_id: requestId,
  }),
  reshape: (created) => created,
});

export const alertRemove = serveCall(api.alertRemove, {
  input: dto.alertRemoveInputSchema,
  output: dto.alertRemovedSchema,
  summary: 'Remove an alert',
  call: protocol.alertRemove,
  fields: ({ id }) => ({ id }),
  reshape: () => ({ done: true as const }),
});
