'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import * as api from '@/lib/api/identity';
import { riskLimits } from '@/lib/api/risk-limits';
import { withdrawalTerms } from '@/lib/api/withdrawals';
import type { Identity } from '@/lib/dto/identity';
import { useCodeText } from '@/lib/query/use-code-text';
import { useRead } from '@/lib/query/use-read';
import { writeFact, writeList } from '@/lib/rules/punctuation';
import { AskSupport } from '../layout/ask-support';
import { LoadState } from '../layout/load-state';
import { useMember } from '../layout/member-context';
import { BeforeAfter } from '../money/before-after';
import { formatAmount } from '../money/format';
import { LocalTime } from '../money/local-time';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { SkeletonRows } from '../ui/skeleton';
import { findDraft } from './draft';
import { IdentityForm } from './identity-form';

/** A review is looked after while it runs: in a sandbox it takes half a minute. */
const LOOK_SANDBOX_MS = 3_000;
const LOOK_MS = 60_000;
const UNLOCKS = [
  ['withdrawals', 'withdrawals'],
  ['loans', 'loans'],
  ['option', 'option'],
] as const;

/** Who one is: what it opens, the way there, and where it stands. */
export function VerificationScreen() {
  const t = useTranslations('Verification');
  const { isSandbox, userId } = useMember();
  // What was known when the form was opened: whatever is answered to it ends the form.
  const [opened, setOpened] = useState<{ over: string | null; hasSent: boolean } | null>(null);
  // The server has no drafts: what it drew comes first.
  const hasDraft = useSyncExternalStore(
    () => () => undefined,
    () => findDraft(userId, Date.now()) !== null,
    () => false,
  );
  const query = useRead(api.identity, {}, { everyMs: opened?.hasSent === false ? false : isSandbox ? LOOK_SANDBOX_MS : LOOK_MS });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={5} label={t('loading')} />}>
      {(identity) => {
        if (identity.state === 'verified') return <Verified identity={identity} />;
        if (identity.state === 'review') return <InReview identity={identity} isSandbox={isSandbox} />;
        const over = identity.submittedAt;
        if (opened !== null && opened.over === over)
          return <IdentityForm identity={identity} onLeave={() => setOpened(null)} onSent={() => setOpened({ over, hasSent: true })} />;
        return (
          <div className="grid grid-cols-1 gap-5">
            {identity.state === 'rejected' ? <Rejected identity={identity} /> : null}
            <Unlocks />
            <p className="text-ink-2 text-small">{t('needs')}</p>
            <p className="text-ink-2 text-small">{t('privacy')}</p>
            <Button onClick={() => setOpened({ over, hasSent: false })}>
              {t(identity.state === 'rejected' ? 'again' : hasDraft ? 'goOn' : 'start')}
            </Button>
          </div>
        );
      }}
    </LoadState>
  );
}

/** Once the country is known: whether it is one where seconds contracts are offered; null while nobody can say. The demo account has them everywhere. */
function useOptionOffered(isVerified: boolean): boolean | null {
  const { features, mode } = useMember();
  const isAsked = isVerified && mode === 'real' && features.includes('option');
  const { data } = useRead(riskLimits, { product: 'option' }, { enabled: isAsked });
  return isAsked ? (data?.isOffered ?? null) : null;
}

function Unlocks({ isVerified = false }: { isVerified?: boolean }) {
  const t = useTranslations('Verification');
  const sayCode = useCodeText();
  const { features } = useMember();
  const isWithheld = useOptionOffered(isVerified) === false;
  const offered = UNLOCKS.filter(([feature]) => features.includes(feature));
  if (offered.length === 0) return null;
  return (
    <section>
      <h2 className="text-title">{t('unlocksTitle')}</h2>
      <ul className="grid gap-2 pt-2">
        {offered.map(([feature, text]) => (
          <li className="flex gap-2.5" key={feature}>
            <Icon name={feature === 'option' && isWithheld ? 'info' : 'check'} size={20} />
            <span className="min-w-0">
              {feature === 'option' && isWithheld ? sayCode('OPTION_NOT_OFFERED_HERE') : t(`unlocks.${text}`)}
              {feature === 'withdrawals' ? <Limits /> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What may leave within 24 hours, as it is and as it is with a verified identity; nothing leaves the demo account. */
function Limits() {
  const locale = useLocale();
  const { mode } = useMember();
  const { data } = useRead(withdrawalTerms, {}, { enabled: mode === 'real' });
  const write = (value: string) => formatAmount(value, { locale });
  return (
    <span className="block text-ink-2 text-small">
      {(data?.limits ?? []).map(({ coin, limit, verifiedLimit }) => (
        <span className="block" key={coin}>
          <BeforeAfter after={write(verifiedLimit)} before={write(limit)} unit={coin} />
        </span>
      ))}
    </span>
  );
}

function Line({ label, iso }: { label: string; iso: string | null }) {
  const locale = useLocale();
  if (iso === null) return null;
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-strong">
        <LocalTime iso={iso} locale={locale} />
      </dd>
    </div>
  );
}

function InReview({ identity, isSandbox }: { identity: Identity; isSandbox: boolean }) {
  const t = useTranslations('Verification');
  const common = useTranslations('Common');
  const { userId } = useMember();
  const isLate = identity.reviewUntil !== null && Date.parse(identity.reviewUntil) < Date.now();
  return (
    <div aria-live="polite" className="grid grid-cols-1 gap-5">
      <Card>
        <h2 className="text-title">{t('review')}</h2>
        <p className="pt-1 pb-3 text-ink-2 text-small">{isLate ? common('decisionLate') : t('reviewText')}</p>
        <dl className="grid gap-2">
          <Line iso={identity.submittedAt} label={t('since')} />
          <Line iso={identity.reviewUntil} label={common('decidedBy')} />
        </dl>
        {isLate ? <AskSupport about="identity" id={userId} /> : null}
      </Card>
      {isSandbox ? <Notice>{t('sandbox')}</Notice> : null}
      <Unlocks />
    </div>
  );
}

function Verified({ identity }: { identity: Identity }) {
  const t = useTranslations('Verification');
  const locale = useLocale();
  const country = identity.country === null ? null : new Intl.DisplayNames([locale], { type: 'region' }).of(identity.country);
  return (
    <div aria-live="polite" className="grid grid-cols-1 gap-5">
      <Card>
        <h2 className="flex items-center gap-2 text-title text-up">
          <Icon name="check" />
          {t('verified')}
        </h2>
        <p className="pt-1 pb-3 text-ink-2 text-small">{t('verifiedText')}</p>
        <p className="break-words font-strong" dir="auto">
          {identity.firstName} {identity.lastName}
        </p>
        <p className="pb-3 text-ink-2">{country}</p>
        <dl>
          <Line iso={identity.decidedAt} label={t('decided')} />
        </dl>
      </Card>
      {identity.isBySandbox ? <Notice>{t('bySandbox')}</Notice> : null}
      <Unlocks isVerified />
    </div>
  );
}

function Rejected({ identity }: { identity: Identity }) {
  const t = useTranslations('Verification');
  const locale = useLocale();
  const { userId } = useMember();
  const pages = identity.resend.map((page) => t(`steps.${page}`));
  return (
    <Notice tone="danger">
      <p className="font-strong">{t('rejected')}</p>
      <p>{identity.reason === null ? identity.words : t(`reasons.${identity.reason}`)}</p>
      {identity.resend.length === 0 ? null : <p className="pt-2">{writeFact(t('resend'), writeList(pages, locale), locale)}</p>}
      <AskSupport about="identity" id={userId} />
    </Notice>
  );
}
