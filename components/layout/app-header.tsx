'use client';
import { useTranslations } from 'next-intl';
import type { FrameWidth, Tab } from '@/lib/pages/pages';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { useOpenSheet } from './header-sheets';
import { useMember } from './member-context';
import { NotificationBell } from './notification-bell';
import { RefreshButton } from './refresh-button';

/** Characters of the user name that the header shows. */
const NAME_TAIL = 8;

/** The end of a user name, marked as cut when it is. */
export function nameTail(username: string): string {
  return username.length > NAME_TAIL ? `···${username.slice(-NAME_TAIL)}` : username;
}

/** Menu on the left, the account in use in the middle. The name of the tab is the screen's heading, for those who can't see which tab is lit. */
export function AppHeader({ tab, width = 'narrow' }: { tab: Tab; width?: FrameWidth }) {
  const t = useTranslations('Layout');
  const { username, mode, features } = useMember();
  const openSheet = useOpenSheet();
  return (
    <header className={`column column-${width} flex min-h-14 items-center justify-between gap-2`}>
      <h1 className="sr-only">{t(`tabs.${tab}`)}</h1>
      <IconButton className="-ml-2.5" data-opens="menu" label={t('menu')} onClick={() => openSheet('menu')}>
        <Icon name="menu" />
      </IconButton>
      <button
        aria-haspopup="dialog"
        className="relative flex min-h-8 min-w-0 items-center gap-[min(8px,2vw)] rounded-full px-[min(12px,3vw)] py-1 font-strong text-[length:min(0.8125rem,3.9vw)] before:absolute before:inset-x-0 before:-inset-y-1.5 account-border"
        data-opens="switcher"
        onClick={() => openSheet('switcher')}
        type="button"
      >
        <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-accent" />
        <span className="shrink-0">{t(`mode.${mode}`)}</span> <span className="free-text">{nameTail(username)}</span>
        <Icon name="down" size={14} />
      </button>
      <span className="-mr-2.5 flex shrink-0">
        {features.includes('messages') ? <NotificationBell /> : null}
        <RefreshButton />
      </span>
    </header>
  );
}
