'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { formatDuration } from '@/components/money/duration';
import { directionOf, formatExact } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as api from '@/lib/api/invitations';
import type { Invitation } from '@/lib/dto/invitations';
import { addDecimals } from '@/lib/rules/decimal';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { InvitedList, OWN_LINK } from './invited-list';
import { InviterForm } from './inviter-form';
import { ShareLink } from './share-link';

/** One's code as text, link and picture, the rule of the reward, and who came by it. */
export function InviteScreen({ link, qr }: { link: string; qr: ReactNode }) {
  const t = useTranslations('Invite');
  const query = useRead(api.invitation, {});
  useAccountEvents();
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={6} label={t('loading')} />}>
      {(invitation) => (
        <div className="pair">
          <div className="stack">
            <Lead {...invitation} />
            <CodeCard code={invitation.code} link={link} qr={qr} />
            <Card>
              <Sums {...invitation} />
            </Card>
          </div>
          <div className="stack">
            <InvitedList />
            <InviterForm {...invitation} />
            <Rules {...invitation} />
          </div>
        </div>
      )}
    </LoadState>
  );
}

function useRule({ rule }: Pick<Invitation, 'rule'>) {
  const locale = useLocale();
  const each = formatExact(rule.each, locale);
  const both = formatExact(addDecimals(rule.each, rule.each), locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(rule.share as `${number}`);
  const day = formatExact(rule.day, locale);
  return { min: formatExact(rule.min, locale), each, both, share, day, time: formatDuration(rule.keptMs / 1_000, locale) };
}

function Lead(invitation: Invitation) {
  const t = useTranslations('Invite');
  return (
    <p className="text-ink-2" suppressHydrationWarning>
      {t('lead', useRule(invitation))}
    </p>
  );
}

function CodeCard({ code, link, qr }: { code: string; link: string; qr: ReactNode }) {
  const t = useTranslations('Invite');
  const words = { copiedLabel: t('copied'), failedLabel: t('copyFailed') };
  return (
    <Card className="grid scroll-mt-20 grid-cols-1 gap-3" id={OWN_LINK}>
      <div aria-label={t('qr')} className="w-full max-w-48 justify-self-center overflow-hidden rounded-field bg-paper" role="img">
        {qr}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-field bg-surface-2 px-4 py-1">
        <span className="grid">
          <span className="text-ink-2 text-micro">{t('code')}</span>
          <b className="select-all break-all text-title tracking-widest">{code}</b>
        </span>
        <CopyButton label={t('copyCode')} text={code} {...words} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-field bg-surface-2 px-4 py-1">
        <span className="grid min-w-0">
          <span className="text-ink-2 text-micro">{t('link')}</span>
          <bdi className="select-all break-all text-small">{link}</bdi>
        </span>
        <CopyButton label={t('copyLink')} text={link} {...words} />
      </div>
      <ShareLink link={link} />
    </Card>
  );
}

function Sums({ invited, rewarded, rewards, waiting }: Invitation) {
  const t = useTranslations('Invite');
  const locale = useLocale();
  const isWaiting = directionOf(waiting) !== 0;
  return (
    <>
      <Receipt>
        <ReceiptRow label={t('invited')} value={formatExact(String(invited), locale)} />
        <ReceiptRow label={t('rewarded')} value={formatExact(String(rewarded), locale)} />
        <ReceiptRow isSum label={t('rewards')} value={`${formatExact(rewards, locale)}\u00a0USDT`} />
        {isWaiting ? <ReceiptRow label={t('waiting')} value={`${formatExact(waiting, locale)}\u00a0USDT`} /> : null}
      </Receipt>
      {isWaiting ? <p className="mt-2 text-ink-2 text-small">{t('waitingText')}</p> : null}
    </>
  );
}

const RULES = ['ruleWho', 'ruleHow', 'rulePays', 'ruleDay', 'ruleOnce', 'ruleSelf', 'ruleChange'] as const;

function Rules(invitation: Invitation) {
  const t = useTranslations('Invite');
  const values = useRule(invitation);
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-title">{t('rules')}</h2>
      <ul className="grid list-disc gap-1 ps-4.5 text-ink-2 text-small" suppressHydrationWarning>
        {RULES.map((rule) => (
          <li key={rule} suppressHydrationWarning>
            {t(rule, values)}
          </li>
        ))}
      </ul>
    </section>
  );
}
