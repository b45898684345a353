'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { THEME_CHOICES, TREND_CHOICES } from './choices';
import type { Account } from '@/lib/dto/session';
import { brand } from '@/lib/brand';
import { LOCALE_NAMES } from '@/lib/i18n/locales';
import type { Locale } from '@/lib/protocol/wire';
import { SupportBadge } from '../layout/support-badge';
import { useMember } from '../layout/member-context';
import { truncateMiddle } from '../layout/truncate-middle';
import { SignOutDialog } from '../layout/sign-out';
import { formatPercent } from '../money/format';
import { chooseTheme, chooseTrend, useTheme, useTrend } from '../layout/use-preferences';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { EmailAddress } from '../ui/email-address';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { SegmentedControl } from '../ui/segmented-control';
import { showToast } from '../ui/toast';

type Props = { account: Account; locale: Locale; version: string; hasSessions: boolean; security: ReactNode; vip: ReactNode };

const ROW = 'flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-line border-b py-1.5 last:border-0';

/** Settings: who one is, how the app looks, and the way out. */
export function AccountScreen({ account, locale, version, hasSessions, security, vip }: Props) {
  const t = useTranslations('Account');
  const { features } = useMember();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className="pair">
      <div>
        <Identity account={account} hasSessions={hasSessions} />
        {vip}
        {security}
        {features.includes('protection') ? <LinkRow href="/protection" text={t('protection')} /> : null}
        {features.includes('data-export') ? <LinkRow href="/data" text={t('data')} /> : null}
      </div>
      <div>
        <Display locale={locale} />
        <About version={version} />
        <Button className="mt-6" onClick={() => setLeaving(true)} variant="ghost">
          {t('signOut')}
        </Button>
        <SignOutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} />
      </div>
    </div>
  );
}

/** A way on, with what stands at its end. */
function LinkRow({ href, text, children }: { href: string; text: string; children?: ReactNode }) {
  return (
    <Link className={ROW} href={href}>
      <span className="text-ink-2">{text}</span>
      {children}
      <Icon name="forward" size={18} />
    </Link>
  );
}

/** Who one is here. */
function Identity({ account, hasSessions }: Pick<Props, 'account' | 'hasSessions'>) {
  const t = useTranslations('Account');
  return (
    <section>
      <h2 className="text-title">{t('identity')}</h2>
      <dl className="mt-1">
        <div className={ROW}>
          <dt className="text-ink-2">{t('userId')}</dt>
          <dd className="flex flex-wrap items-center gap-x-3 font-strong">
            {account.userId}
            <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copy')} text={account.userId} />
          </dd>
        </div>
        <div className={ROW}>
          <dt className="text-ink-2">{t('username')}</dt>
          <dd className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 font-strong">
            <span className="break-all text-end" title={account.username}>
              {truncateMiddle(account.username)}
            </span>
            <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copy')} text={account.username} />
          </dd>
        </div>
        <div className={ROW}>
          <dt className="text-ink-2">{t('email')}</dt>
          <dd className={`min-w-0 text-end ${account.email ? 'font-strong' : 'text-ink-2 text-small'}`}>
            {account.email ? <EmailAddress address={account.email} /> : t('noEmail')}
          </dd>
        </div>
      </dl>
      {hasSessions ? <LinkRow href="/sessions" text={t('sessions')} /> : null}
    </section>
  );
}

/** How the app looks and speaks. */
function Display({ locale }: Pick<Props, 'locale'>) {
  const t = useTranslations('Account');
  const layout = useTranslations('Layout');
  const { features } = useMember();
  const theme = useTheme();
  const trend = useTrend();
  const keep = (stored: Promise<unknown>) => stored.catch(() => showToast(t('notSaved')));
  return (
    <section>
      <h2 className="text-title">{t('display')}</h2>
      {features.includes('messages') ? <LinkRow href="/notifiCations" text={layout('menuRows.notifications')} /> : null}
      <Link className={ROW} href="/language">
        <span className="text-ink-2">{t('language')}</span>
        <span className="flex items-center gap-2 font-strong">
          {LOCALE_NAMES[locale]}
          <Icon name="forward" size={18} />
        </span>
      </Link>
      <p className="pt-3 pb-2 text-ink-2">{t('theme')}</p>
      <SegmentedControl
        label={t('theme')}
        onChange={(value) => void keep(chooseTheme(value))}
        options={THEME_CHOICES.map((value) => ({ value, label: t(`themes.${value}`) }))}
        value={theme ?? 'dark'}
      />
      <p className="pt-4 pb-2 text-ink-2">{t('trend')}</p>
      <SegmentedControl
        label={t('trend')}
        onChange={(value) => void keep(chooseTrend(value))}
        options={TREND_CHOICES.map((value) => ({ value, label: t(`trends.${value}`) }))}
        value={trend ?? 'green-up'}
      />
      <p aria-hidden="true" className="mt-2.5 flex justify-center gap-5 font-strong text-small">
        <span className="text-up">▲ {formatPercent('0.0241', { locale })}</span>
        <span className="text-down">▼ {formatPercent('0.0092', { locale })}</span>
      </p>
    </section>
  );
}

/** What this is, and who answers. */
function About({ version }: Pick<Props, 'version'>) {
  const t = useTranslations('Account');
  const { features } = useMember();
  return (
    <section className="mt-6">
      <h2 className="text-title">{t('about')}</h2>
      <LinkRow href="/record" text={t('records')} />
      {features.includes('support') ? (
        <LinkRow href="/support" text={t('support')}>
          <span className="ms-auto">
            <SupportBadge />
          </span>
        </LinkRow>
      ) : null}
      <a className={ROW} href={`mailto:${brand.supportEmail}`}>
        <span className="text-ink-2">{features.includes('support') ? t('email') : t('support')}</span>
        <span className="min-w-0 break-all text-end text-accent">{brand.supportEmail}</span>
      </a>
      <p className={ROW}>
        <span className="text-ink-2">{t('version')}</span>
        <span className="font-strong">{version}</span>
      </p>
    </section>
  );
}
