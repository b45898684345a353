'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { LoadMore, LoadNewer } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { formatDuration } from '@/components/money/duration';
import { LocalTime } from '@/components/money/local-time';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { brand } from '@/lib/brand';
import * as api from '@/lib/api/support';
import type { SupportLine } from '@/lib/dto/support';
import { useContinued } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { useTopicEvents } from '@/lib/stream/hooks';
import { Composer } from './composer';
import { LinePicture } from './line-picture';
import { Rating } from './rating';
import { useSubjectText } from './use-subject-text';

const MINUTE = 60;

/** The thread with support: what was said, what is promised, and a place to write. `about` is what the next line is about. */
export function SupportScreen({ about }: { about: string | null }) {
  const t = useTranslations('Support');
  const locale = useLocale();
  useTopicEvents('support');
  const query = useContinued(api.support, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={5} label={t('loading')} />}>
      {({ pages }) => {
        const lines = pages.flatMap((page) => page.lines).reverse();
        const { unread = 0, answerSeconds = null, promisedAt = null, toRate = null } = pages[0] ?? {};
        return (
          <div className="grid grid-cols-1 gap-3">
            <p className="text-ink-2 text-small">
              {t('intro')}{' '}
              {answerSeconds === null
                ? null
                : t('median', { time: formatDuration(Math.max(MINUTE, Math.round(answerSeconds / MINUTE) * MINUTE), locale) })}{' '}
              <a className="text-accent underline" href={`mailto:${brand.supportEmail}`}>
                {brand.supportEmail}
              </a>
            </p>
            <Notice>{t('never')}</Notice>
            <LoadMore query={query} />
            <Lines lines={lines} />
            <LoadNewer query={query} />
            {promisedAt === null ? null : (
              <p className="text-ink-2 text-small">
                {t('promised')} <LocalTime iso={promisedAt} locale={locale} />
              </p>
            )}
            {toRate === null ? null : <Rating id={toRate} key={toRate} />}
            <Composer about={about} />
            <Opened unread={unread} />
          </div>
        );
      }}
    </LoadState>
  );
}

/** What was said, the newest last and in view; new lines are read out. */
function Lines({ lines }: { lines: readonly SupportLine[] }) {
  const t = useTranslations('Support');
  const locale = useLocale();
  const subjectText = useSubjectText();
  const end = useRef<HTMLDivElement>(null);
  const newest = lines.at(-1)?.id;
  const seen = useRef(newest);
  useEffect(() => {
    if (newest !== seen.current) end.current?.scrollIntoView({ block: 'nearest' });
    seen.current = newest;
  }, [newest]);
  return (
    <div aria-label={t('log')} role="log">
      {lines.length === 0 ? <p className="py-6 text-center text-ink-2">{t('empty')}</p> : null}
      {lines.map(({ id, from, text, at, about, picture }) => (
        <div
          className={`mb-2.5 w-fit max-w-[88%] rounded-card px-4 py-2.5 ${from === 'user' ? 'ms-auto bg-accent-soft' : 'bg-surface-2'}`}
          key={id}
        >
          <p className="text-ink-2 text-micro">
            {t(from === 'user' ? 'you' : 'us')} · <LocalTime iso={at} locale={locale} />
          </p>
          {about === null ? null : <p className="text-accent text-small">{subjectText(about)}</p>}
          <p className="whitespace-pre-wrap break-words">{text}</p>
          {picture === null ? null : <LinePicture id={picture} />}
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}

/** Says that the answers were seen, while the page is looked at. */
function Opened({ unread }: { unread: number }) {
  const open = useWrite(api.supportRead);
  const { send, isBusy } = open;
  const told = useRef(0);
  useEffect(() => {
    if (unread === 0) told.current = 0;
    if (unread === 0 || isBusy || told.current === unread) return undefined;
    const tell = () => {
      if (told.current === unread || document.visibilityState !== 'visible') return;
      told.current = unread;
      send({}, '');
    };
    tell();
    // An answer that came while the page was behind another one is seen when its reader is back.
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [unread, isBusy, send]);
  return null;
}
