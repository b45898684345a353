import type { createTranslator } from 'next-intl';
import type { LiabilityTree } from '@/lib/dto/liabilities';
import type { Status } from '@/lib/dto/status';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { clockOf } from '@/lib/rules/clock';
import { Notice } from '../ui/notice';
import { Liabilities } from './liabilities';
import { Reserves } from './reserves';

type Words = ReturnType<typeof createTranslator<Messages, 'Status'>>;
type Incident = Status['incidents'][number];
type Props = {
  locale: Locale;
  t: Words;
  texts: Messages['Status']['liabilities'];
  /** `untold`: it says nothing of itself, but told prices at `at` (ms); null: it doesn't answer. */
  found: { kind: 'told'; status: Status } | { kind: 'untold'; at: number } | null;
  /** The newest of them; null: there is none, undefined: the backend has no such thing. */
  tree: LiabilityTree | null | undefined;
  isSandbox: boolean;
};

/** Areas of which a market or a network may be named. */
const NAMED = ['prices', 'trading', 'network'] as const;

function nameOf(t: Words, { area, subject }: Pick<Incident, 'area' | 'subject'>): string {
  const named = NAMED.find((one) => one === area);
  return named === undefined || subject === '' ? t(`areas.${area}`) : t(`subjects.${named}`, { subject });
}

/** How the exchange is, drawn without a script: what works now, what did not, the reserves, and the proof of what members own. Times are in UTC. */
export function StatusScreen({ locale, t, texts, found, tree, isSandbox }: Props) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', ...clockOf(locale) });
  const time = (at: number) => `${format.format(at)} UTC`;
  return (
    <>
      <h1 className="mt-4 mb-3 text-balance text-display">{t('title')}</h1>
      {found === null ? (
        <Notice tone="warn">
          <b>{t('unreachable')}</b>
          <p>{t('unreachableText')}</p>
        </Notice>
      ) : found.kind === 'untold' ? (
        <Untold at={found.at} t={t} time={time} />
      ) : (
        <>
          <Summary status={found.status} t={t} time={time} />
          <History incidents={found.status.incidents} t={t} time={time} />
          <Reserves isSandbox={isSandbox} locale={locale} status={found.status} t={t} time={time} />
          {tree === undefined ? null : <Liabilities locale={locale} t={t} texts={texts} time={time} tree={tree} />}
        </>
      )}
    </>
  );
}

/** An exchange that answers and has no report on its state. */
function Untold({ at, t, time }: { at: number; t: Words; time(at: number): string }) {
  return (
    <>
      <Notice tone="info">
        <b>{t('answers')}</b>
        <p className="text-ink-2">{t('checkedAt', { time: time(at) })}</p>
      </Notice>
      <p className="mt-3 text-ink-2 text-small">{t('answersText')}</p>
    </>
  );
}

function Summary({ status: { at, parts }, t, time }: { status: Status; t: Words; time(at: number): string }) {
  const isWell = parts.every(({ since }) => since === null);
  return (
    <section>
      <Notice tone={isWell ? 'info' : 'warn'}>
        <b>{isWell ? t('allWell') : t('someUnwell')}</b>
        <p className="text-ink-2">{t('checkedAt', { time: time(at) })}</p>
      </Notice>
      <h2 className="mt-7 text-title">{t('now')}</h2>
      <ul className="mt-1">
        {parts.map((part) => (
          <li
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-line border-b py-3 last:border-0"
            key={`${part.area} ${part.subject}`}
          >
            <span className="min-w-0 hyphens-auto [overflow-wrap:anywhere]">{nameOf(t, part)}</span>
            <span className={`text-small ${part.since === null ? 'text-up' : 'text-warn'}`}>
              {part.since === null ? t('well') : t('since', { time: time(part.since) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ incidents, t, time }: { incidents: readonly Incident[]; t: Words; time(at: number): string }) {
  return (
    <section className="mt-7">
      <h2 className="text-title">{t('history')}</h2>
      {incidents.length === 0 ? <p className="mt-2 text-ink-2 text-small">{t('none')}</p> : null}
      <ol className="mt-1">
        {incidents.map((incident) => {
          const { id, area, opened, closed, text } = incident;
          const period = closed === null ? t('ongoing', { from: time(opened) }) : t('period', { from: time(opened), to: time(closed) });
          return (
            <li className="grid gap-1 border-line border-b py-3.5 last:border-0" key={id}>
              <b className="hyphens-auto [overflow-wrap:anywhere]">{nameOf(t, incident)}</b>
              <span className={`text-small ${closed === null ? 'text-warn' : 'text-ink-2'}`}>{period}</span>
              <span className="text-ink-2 text-small">{t(`effects.${area}`)}</span>
              {text === null ? null : <p className="text-small [overflow-wrap:anywhere]">{text}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
