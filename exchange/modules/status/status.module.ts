import { INCIDENTS_MAX, status, type StatusArea } from '../../../lib/protocol/status';
import type { ExchangeModule } from '../../composition/module';
import { handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { readLocale } from '../../platform/read-locale';
import { listIncidents, removeIncidents } from './status.repository';
import { readReserves } from './status.reserves';
import { createStatusWatch, type StatusDeps } from './status.watch';

const DAY_MS = 86_400_000;
const KEPT_MS = 400 * DAY_MS;
/** Areas that are shown also while all is well there. */
const WHOLE: readonly StatusArea[] = ['prices', 'trading', 'payouts', 'work'];

type Network = { code: string; isOffered: boolean };
type Deps = StatusDeps & { networks: { list(): readonly Network[]; hotAddressOf(code: string): string | null } };

/** Wires the public status: what is well now, what was not, and what the chains show beside what members own. */
export function createStatusModule(platform: Platform, { networks: { list, hotAddressOf }, ...deps }: Deps) {
  const { db, clock } = platform;
  const watch = createStatusWatch(platform, deps);
  return {
    name: 'status',
    look: watch.look,
    workers: [{ phase: 'listeners', start: watch.start, stop: watch.stop }],
    retention: [{ name: 'incidents', keptMs: KEPT_MS, remove: removeIncidents }],
    calls: [
      handle(status, async ({ lang }) => {
        const rows = await listIncidents(db.read, { lang: readLocale(lang), limit: INCIDENTS_MAX });
        const open = new Map(rows.filter(({ closedAt }) => closedAt === null).map((row) => [`${row.area} ${row.subject}`, row]));
        const networks = list().filter(({ isOffered }) => isOffered);
        const parts = [
          ...WHOLE.map((area) => ({ area, subject: '' })),
          ...networks.map(({ code }) => ({ area: 'network' as const, subject: code })),
        ];
        const known = new Set(parts.map(({ area, subject }) => `${area} ${subject}`));
        const further = [...open].filter(([key]) => !known.has(key)).map(([, { area, subject }]) => ({ area, subject }));
        return {
          at: clock.now(),
          parts: [...parts, ...further].map((part) => ({ ...part, since: open.get(`${part.area} ${part.subject}`)?.openedAt ?? null })),
          incidents: rows.map(({ id, area, subject, openedAt, closedAt, text }) => ({
            ...{ id, area, subject, text },
            opened: openedAt,
            closed: closedAt,
          })),
          reserves: await readReserves(db.read),
          wallets: networks.flatMap(({ code: network }) => {
            const address = hotAddressOf(network);
            return address === null ? [] : [{ network, address }];
          }),
        };
      }),
    ],
  } satisfies ExchangeModule & { look(): Promise<void> };
}
