'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as identityApi from '@/lib/api/identity';
import { useRead } from '@/lib/query/use-read';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Sheet } from '../ui/sheet';
import { useMember } from './member-context';
import { truncateMiddle } from './truncate-middle';
import { SignOutDialog } from './sign-out';
import { SupportBadge } from './support-badge';
import { ThemeToggle } from './theme-toggle';

/** The menu on the left of the tab screens. */
export function SideMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Layout');
  const { userId, username, menu, features } = useMember();
  const { data: identity } = useRead(identityApi.identity, {}, { enabled: isOpen && features.includes('kyc') });
  const isTicked = (href: string) => href === '/verification' && identity?.state === 'verified';
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    onClose();
    setLeaving(true);
  };
  return (
    <>
      <Sheet closeLabel={t('close')} from="side" isOpen={isOpen} onClose={onClose} opens="menu" title={t('menu')}>
        <div className="rounded-field bg-surface-2 px-4 py-2.5">
          <p className="break-all font-strong" title={username}>
            {truncateMiddle(username)}
          </p>
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-2 text-small">
            <span>
              {t('userId')} {userId}
            </span>
            <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copy')} text={userId} />
          </p>
        </div>
        <ul>
          {menu.map(({ href, icon, label }) => (
            <li key={href}>
              <Link className="flex min-h-12 items-center gap-3.5 border-line border-b font-strong" href={href} onClick={onClose}>
                <Icon name={icon} />
                <span className="min-w-0 hyphens-auto">{label}</span>
                {href === '/support' ? (
                  <span className="ms-auto">
                    <SupportBadge />
                  </span>
                ) : null}
                {isTicked(href) ? (
                  <span className="ms-auto text-up">
                    <Icon name="check" size={18} />
                    <span className="sr-only">{t('verified')}</span>
                  </span>
                ) : null}
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
