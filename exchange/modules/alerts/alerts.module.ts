import * as protocol from '../../../lib/protocol/alerts';
import type { AlertKind } from '../../../lib/rules/alerts';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { alertCame } from './alerts.events';
import { createPositionWatch } from './alerts.positions';
import type { Alert } from './alerts.repository';
import { type AlertDeps, createAlertService } from './alerts.service';
import { createAlertWatch, type WatchDeps } from './alerts.watch';

function toWire({ id, kind, subject, mode, level, direction, minutes, pause, state, createdAt }: Alert) {
  // What nobody asked for is in no list.
  return { id, kind: kind as AlertKind, subject, mode, level, direction, minutes, pause, state, time: createdAt };
}

/** Wires alerts: what people ask to be told, judged by every print. What came is an event, which notifications tell. */
export function createAlertsModule(platform: Platform, deps: AlertDeps & WatchDeps) {
  const service = createAlertService(platform, deps);
  const watch = createAlertWatch(platform, deps);
  const positions = createPositionWatch({ subjects: deps.subjects, clock: platform.clock });
  return {
    name: 'alerts',
    features: ['alerts'],
    events: [alertCame],
    jobs: [positions.job],
    consumers: [positions.consumer],
    workers: [{ phase: 'listeners', start: watch.start, stop: watch.stop }],
    settled: watch.settled,
    calls: [
      handle(protocol.alertList, async (_input, context) => (await service.list(sessionOf(context).userId)).map(toWire)),
      handle(protocol.alertCreate, async ({ kind, subject, level, minutes, pause, request_id: requestId }, context) => {
        const { userId, mode } = sessionOf(context);
        const terms = { minutes: minutes === undefined ? null : Number(minutes), pause: pause === undefined ? null : Number(pause) };
        return { id: await service.create({ userId, mode, kind, subject, level, ...terms }, requestId) };
      }),
      handle(protocol.alertRemove, async ({ id }, context) => {
        await service.remove(sessionOf(context).userId, id);
        return 'Removed';
      }),
    ],
  } satisfies ExchangeModule & { settled(): Promise<void> };
}
