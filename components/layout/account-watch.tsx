'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { onTabMessage } from '@/lib/query/account-channel';
import { clearPendingWrite } from '@/lib/query/pending-write-storage';
import { ACCOUNT_CHANGED_EVENT, type ApiError, readSession } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import { Button } from '../ui/button';
import { Sheet } from '../ui/sheet';
import { expiredHref } from './expired-href';

/** Hides the page: set while it lies in the browser's memory, so that Back shows nothing before the session was looked at. */
const HIDDEN = 'isAway';

function hide(isHidden: boolean): void {
  if (isHidden) document.documentElement.dataset[HIDDEN] = '';
  else delete document.documentElement.dataset[HIDDEN];
}

/** A sign-out leads to the landing tab; a session that is over leads there too, to come back to this page afterwards. */
function leave(to: string): void {
  hide(true);
  location.replace(to);
}

/**
 * Keeps the screen to the account that the browser is signed in to: another tab signs out, or switches, and this one follows at once; a
 * page that Back brings up again, or a tab that is looked at again, asks first. A write that was refused for it says so.
 */
export function AccountWatch() {
  const t = useTranslations('Layout');
  const errorText = useErrorText();
  const { userId, mode } = useScreen();
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  useEffect(() => {
    const check = async (isBack: boolean) => {
      const session = await readSession().catch(() => null);
      // A page from the browser's memory is not shown on trust: the browser is asked for it anew.
      if (session === null) return isBack ? location.reload() : undefined;
      if (!session.signedIn) return leave(expiredHref());
      if (session.user?.userId === userId && session.user.mode === mode) return hide(false);
      hide(true);
      location.reload();
    };
    const come = ({ persisted }: PageTransitionEvent) => (persisted ? void check(true) : hide(false));
    const go = ({ persisted }: PageTransitionEvent) => hide(persisted);
    const look = () => void (document.visibilityState === 'visible' && check(false));
    const refuse = (event: Event) => {
      // Reads show the other account from now on; the page is loaded anew as soon as that has been read.
      document.documentElement.dataset.isForeign = '';
      setRefusal((event as CustomEvent<ApiError>).detail);
    };
    const deafen = onTabMessage((news) => {
      if (news !== 'signed-out') return void check(false);
      clearPendingWrite();
      leave('/tab1');
    });
    window.candorAccountWatch = true;
    window.addEventListener('pageshow', come);
    window.addEventListener('pagehide', go);
    document.addEventListener('visibilitychange', look);
    window.addEventListener(ACCOUNT_CHANGED_EVENT, refuse);
    return () => {
      deafen();
      window.removeEventListener('pageshow', come);
      window.removeEventListener('pagehide', go);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener(ACCOUNT_CHANGED_EVENT, refuse);
    };
  }, [userId, mode]);
  const goOn = () => location.reload();
  return (
    <Sheet closeLabel={t('close')} isOpen={refusal !== null} onClose={goOn} role="alertdialog" title={t('accountChangedTitle')}>
      <p className="text-ink-2">{refusal === null ? '' : errorText(refusal)}</p>
      <Button data-autofocus onClick={goOn}>
        {t('accountChangedGo')}
      </Button>
    </Sheet>
  );
}
