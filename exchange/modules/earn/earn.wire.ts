import type { z } from 'zod';
import type { positionFields, termFields } from '../../../lib/protocol/staking';
import { calculateExit, formatDailyPercent, toRate } from '../../../lib/rules/staking';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import type { Position } from './earn.repository';
import type { OfferedTerm } from './earn.service';
import { versionOf } from './earn.terms';

/** Two decimals are enough to say what a pool can still take on. */
const QUOTA_SCALE = 2;
/** The wire has room for so much of it. */
const QUOTA_MAX = 10n ** 17n;

export function toTermWire(term: OfferedTerm): z.infer<typeof termFields> {
  const scale = getAssetScale(term.coin);
  const left = term.left / 10n ** BigInt(scale - QUOTA_SCALE);
  return {
    id: String(term.id),
    tian: term.days,
    rate_min: formatDailyPercent(toRate(term.rateMin)),
    rate_max: formatDailyPercent(toRate(term.rateMax)),
    stnum: term.amountMin,
    maxstrnum: term.amountMax,
    coin: term.coin,
    quota: fromUnits(left < QUOTA_MAX ? left : QUOTA_MAX, QUOTA_SCALE),
    kind: term.kind,
    day: term.dayMs,
    place: term.place,
    wait: term.waitMs,
    exit: term.exitDays * term.dayMs,
    sandbox: term.isSandbox ? '1' : '0',
    covered: term.until,
    terms: versionOf(term),
  };
}

export function toPositionWire(position: Position, now: number): z.infer<typeof positionFields> {
  const { id, asset, principal, days, dayMs, daysPaid, paid, state, kind, daily, total, endsAt } = position;
  const show = (units: bigint) => fromUnits(units, getAssetScale(asset));
  const isOver = position.nextAt === null;
  return {
    id,
    num: show(principal),
    coin: asset,
    tian: days,
    days_left: state === 'running' ? Math.max(0, Math.ceil((endsAt - now) / dayMs)) : 0,
    shouyi: show(paid),
    state,
    kind,
    rate: formatDailyPercent(position.rate),
    daily: show(daily),
    total: show(total),
    day: dayMs,
    exit: position.exitMs,
    days_paid: daysPaid,
    begun: position.subscribedAt,
    starts: position.startsAt,
    ends: endsAt,
    next: position.nextAt,
    returned: show(isOver || kind !== 'term' ? principal - position.forfeited : calculateExit({ principal, paid }).returned),
    over: position.endedAt,
    renew: position.renews ? '1' : '0',
    renewed: position.renewedAs,
    not_renewed: position.notRenewed,
  };
}
