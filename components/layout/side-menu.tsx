'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button';
import { Icon, type IconName } from '../ui/icon';
import { Sheet } from '../ui/sheet';
import { useMember } from './member-context';
import { shortName } from './short-name';
import { SignOutDialog } from './sign-out';
import { ThemeToggle } from './theme-toggle';

const ROWS: readonly {
  key: 'account' | 'wallet' | 'orders' | 'perpetual' | 'seconds' | 'records' | 'language';
  href: string;
  icon: IconName;
  feature?: string;
}[] = [
  { key: 'account', href: '/account', icon: 'account' },
  { key: 'wallet', href: '/wallet', icon: 'wallet' },
  { key: 'orders', href: '/spotorder', icon: 'trade', feature: 'spot' },
  { key: 'perpetual', href: '/perpetualorder', icon: 'market', feature: 'perpetual' },
  { key: 'seconds', href: '/optionOrder', icon: 'chart', feature: 'option' },
  { key: 'records', href: '/record', icon: 'list' },
  { key: 'language', href: '/language', icon: 'globe' },
];

/** The menu on the left of the tab screens. */
export function SideMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Layout');
  const { userId, username, features } = useMember();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    onClose();
    setLeaving(true);
  };
  return (
    <>
      <Sheet closeLabel={t('close')} from="side" isOpen={isOpen} onClose={onClose} title={t('menu')}>
        <div className="rounded-field bg-surface-2 px-4 py-2.5">
          <p className="break-all font-strong" title={username}>
            {shortName(username)}
          </p>
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-2 text-small">
            <span>
              {t('userId')} {userId}
            </span>
            <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copy')} text={userId} />
          </p>
        </div>
        <ul>
          {ROWS.filter(({ feature }) => !feature || features.includes(feature)).map(({ key, href, icon }) => (
            <li key={key}>
              <Link className="flex min-h-12 items-center gap-3.5 border-line border-b font-strong" href={href} onClick={onClose}>
                <Icon name={icon} />
                <span className="min-w-0 hyphens-auto">{t(`menuRows.${key}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className="mt-auto flex items-center justify-between">
          <button className="flex min-h-12 items-center gap-3.5 font-strong text-danger" onClick={leave} type="button">
            <Icon name="exit" />
            {t('signOut')}
          </button>
          <ThemeToggle toDarkLabel={t('toDark')} toDayLabel={t('toDay')} />
        </div>
      </Sheet>
      <SignOutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} />
    </>
  );
}
