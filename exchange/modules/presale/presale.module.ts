import * as calls from '../../../lib/protocol/presale';
import { showPresaleState } from '../../../lib/rules/presale';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { defineConsumer } from '../../platform/event-kinds';
import { offsetOf } from '../../platform/offset-pages';
import { SANDBOX_TOKENS } from '../ledger/ledger';
import { presaleSettled, presaleVested } from './presale.events';
import * as repository from './presale.repository';
import { seedPresales } from './presale.seeds';
import { createPresaleService, PRESALE, PRESALE_CODES } from './presale.service';
import { createSettlingJob, createTellAside } from './presale.settling';
import { versionOf } from './presale.terms';
import { createVestingJob } from './presale.vesting';

const SCALE = 8;
const FAULTS = `
  SELECT 'pre-sale ' || s.code || ': what was sold or allotted is not what was bought' AS fault FROM presales s
   WHERE s.sold <> (SELECT coalesce(sum(p.tokens), 0) FROM presale_purchases p WHERE p.presale_id = s.id)
      OR s.supply < (SELECT coalesce(sum(p.allotted), 0) FROM presale_purchases p WHERE p.presale_id = s.id)
  UNION ALL
  SELECT 'purchase ' || p.id || ': what was delivered is not what its parts make' FROM presale_purchases p JOIN presales s ON s.id = p.presale_id
   WHERE p.allotted IS NOT NULL AND p.delivered <> CASE WHEN p.next_part_at IS NULL THEN p.allotted
     ELSE div(p.allotted::numeric * (s.vesting_first * s.vesting_parts + (100 - s.vesting_first) * p.parts_done), 100 * s.vesting_parts) END
   LIMIT 100`;

async function auditPresales(db: Database) {
  const { rows } = await db.long.query<{ fault: string }>(FAULTS);
  return { figures: [], faults: rows.map(({ fault }) => fault) };
}

/** Wires pre-sales: payments are held until the end, then tokens are delivered once, or everything goes back. */
export function createPresaleModule(platform: Platform): ExchangeModule {
  const { db, clock, env, events } = platform;
  const service = createPresaleService(platform);
  const tellAside = createTellAside(platform);
  const show = (units: bigint) => fromUnits(units, SCALE);
  return {
    name: 'presale',
    features: env.sandbox ? ['presale'] : [],
    journalCodes: PRESALE_CODES,
    holdRecords: { [PRESALE]: 'trade' },
    accountFamilies: ['house:presale-tokens', 'house:presale-proceeds'],
    events: [presaleSettled, presaleVested],
    jobs: [createSettlingJob({ clock, tellAside }), createVestingJob({ clock, tellAside })],
    workers: env.sandbox
      ? [
          {
            phase: 'upkeep',
            start: () => seedPresales((run) => db.transaction(run, { kind: 'work' }), clock.now()),
            stop: () => Promise.resolve(),
          },
        ]
      : [],
    consumers: [
      defineConsumer({
        name: 'presale screens',
        kinds: [presaleSettled, presaleVested],
        startsAt: 'newest',
        handle: () => Promise.resolve(),
        onHandled(told) {
          for (const { userId } of told) {
            if (userId !== null) events.publish({ kind: 'account', userId, mode: 'real', changed: ['balances', 'presale'], market: null });
          }
        },
      }),
    ],
    audits: [{ subject: 'pre-sales', run: auditPresales }],
    calls: [
      handle(calls.presales, async () => {
        const now = clock.now();
        return (await repository.listPresales(db.read, calls.PRESALES_MAX)).map((sale) => ({
          id: sale.id,
          coin: sale.asset,
          price: show(sale.price),
          supply: Number(sale.supply),
          sold: Number(sale.sold),
          mode: sale.mode,
          cap: Number(sale.softCap),
          min: Number(sale.amountMin),
          max: Number(sale.amountMax),
          starts: sale.startsAt,
          ends: sale.endsAt,
          state: showPresaleState({ ...sale, now }),
          vesting: sale.vesting,
          terms: versionOf(sale),
          sandbox: SANDBOX_TOKENS.includes(sale.asset) ? ('1' as const) : ('0' as const),
        }));
      }),
      handle(calls.presaleBuy, async ({ id, num, terms, request_id: requestId }, context) => {
        const { userId, mode } = sessionOf(context);
        if (mode !== 'real') throw new DomainError('REAL_ACCOUNT_ONLY');
        const bought = await service.buy({ userId, presaleId: id, tokens: BigInt(num), terms, requestId });
        return { id: bought.id, coin: bought.asset, num: Number(bought.tokens), cost: show(BigInt(bought.cost)), time: bought.at };
      }),
      handle(calls.presalePurchases, async ({ page }, context) => {
        const { userId } = sessionOf(context);
        const rows = await repository.listPurchases(db.read, { userId, offset: offsetOf(Number(page ?? '1')) });
        return rows.map(({ purchase, asset, price }) => ({
          id: purchase.id,
          sale: purchase.presaleId,
          coin: asset,
          num: Number(purchase.tokens),
          cost: show(purchase.tokens * price),
          got: purchase.allotted === null ? null : Number(purchase.allotted),
          back: purchase.allotted === null ? null : show((purchase.tokens - purchase.allotted) * price),
          received: Number(purchase.delivered),
          next: purchase.nextPartAt,
          time: purchase.boughtAt,
        }));
      }),
    ],
  };
}
