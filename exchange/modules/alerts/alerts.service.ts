import { ALERTS_MAX, ALERT_LEVELS, type AlertKind, isAlertLevel, isMarketAlert } from '../../../lib/rules/alerts';
import type { Mode } from '../../../lib/protocol/wire';
import { compareDecimals, normaliseDecimal } from '../../../lib/rules/decimal';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { transactOnce } from '../../platform/idempotency';
import { fundingFigure, markFigure, moveFigure, priceFigure, TIME_FIGURE } from './alerts.math';
import * as repository from './alerts.repository';
import { type AlertSubjects, findWaits } from './alerts.subjects';

export type AlertDeps = {
  /** The index price of a market, null while nobody names one that counts. */
  findPrice(market: string): string | null;
  listMarkets(): readonly { market: string }[];
  subjects: AlertSubjects;
};

/** `minutes` of a move, `pause` in minutes of one that repeats. */
export type Asked = {
  userId: string;
  mode: Mode;
  kind: AlertKind;
  subject: string;
  level: string;
  minutes: number | null;
  pause: number | null;
};

/** Returns what people do with their alerts. */
export function createAlertService({ db, clock }: Pick<Platform, 'db' | 'clock'>, { findPrice, listMarkets, subjects }: AlertDeps) {
  function check({ kind, subject, level, minutes, pause }: Asked): void {
    const isMarket = isMarketAlert(kind);
    if ((kind === 'move') !== (minutes !== null) || (!isMarket && pause !== null)) throw new DomainError('REQUEST_INVALID');
    if (isMarket && !listMarkets().some(({ market }) => market === subject)) throw new DomainError('MARKET_UNKNOWN');
    if (!isMarket && subject.includes('-')) throw new DomainError('NOT_FOUND');
    const { min, max } = ALERT_LEVELS[kind];
    if (!isAlertLevel(kind, level)) throw new DomainError('ALERT_LEVEL_REFUSED', { params: { min, max } });
  }

  /** What the alert waits for. A price has to get from where it is now to its level. */
  async function findStart(asked: Asked): Promise<Pick<repository.NewAlert, 'figure' | 'direction' | 'threshold' | 'state'>> {
    const { kind, subject, mode, level, minutes } = asked;
    if (kind === 'price') {
      const price = findPrice(subject);
      if (price === null) throw new DomainError('MARKET_STALE');
      const direction = compareDecimals(level, price) >= 0 ? 'up' : 'down';
      return { figure: priceFigure(subject), direction, threshold: level, state: 'armed' };
    }
    if (kind === 'move') return { figure: moveFigure(subject, minutes as number), direction: 'up', threshold: level, state: 'armed' };
    if (kind === 'funding') return { figure: fundingFigure(subject, mode), direction: 'up', threshold: level, state: 'armed' };
    const [wait = null] = await findWaits(db.read, subjects, [asked]);
    if (kind === 'liquidation') {
      const figure = markFigure(subject, mode);
      return wait === null ? { figure, direction: 'down', threshold: level, state: 'parked' } : { figure, ...wait, state: 'armed' };
    }
    if (wait === null) throw new DomainError('NOT_FOUND');
    return { figure: TIME_FIGURE, ...wait, state: 'armed' };
  }

  return {
    list: (userId: string) => repository.listAlerts(db.read, userId, ALERTS_MAX),
    /**
     * Adds an alert once. Returns its number.
     * @throws ALERT_TOO_MANY, ALERT_LEVEL_REFUSED, MARKET_UNKNOWN, MARKET_STALE, NOT_FOUND, DUPLICATE_REQUEST
     */
    async create(given: Asked, requestId: string): Promise<string> {
      const asked = { ...given, level: normaliseDecimal(given.level) ?? given.level };
      check(asked);
      // Read outside the transaction. What refuses it is said inside: the answer of a request that was done before comes first.
      const start = await findStart(asked).catch((error: unknown) => ({ error }));
      const { userId, mode, ...input } = asked;
      return transactOnce(db, { userId, mode, call: 'x.alertCreate', requestId, input }, async (tx) => {
        if ('error' in start) throw start.error;
        await repository.addPerson(tx, userId);
        const kept = (await repository.lockPeople(tx, [userId])).get(userId);
        if (kept === undefined) throw new DomainError('NOT_FOUND');
        if (kept >= ALERTS_MAX) throw new DomainError('ALERT_TOO_MANY', { params: { max: String(ALERTS_MAX) } });
        return repository.insertAlert(tx, { ...asked, ...start, createdAt: clock.now() });
      });
    },
    /** Removes somebody's alert; one that isn't there is removed already. */
    remove: (userId: string, id: string) =>
      db.transaction(
        async (tx) => {
          await repository.lockPeople(tx, [userId]);
          await repository.removeOwn(tx, { id, userId, at: clock.now() });
        },
        { kind: 'work' },
      ),
  };
}
