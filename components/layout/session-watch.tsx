'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { Session } from '@/lib/dto/session';
import { readSession, SESSION_LOST_EVENT } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Sheet } from '../ui/sheet';
import { useMember } from './member-context';

/** Says that the login has expired and leads to the landing tab, from where the user comes back to this page. */
export function SessionWatch() {
  const t = useTranslations('Layout');
  const { userId } = useMember();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const lose = () => {
      // It may be a late answer to a session that this browser has already replaced.
      const stay = ({ signedIn, user }: Session) => {
        if (!signedIn) setLost(true);
        else if (user?.userId !== userId) location.reload();
      };
      // Without an answer nothing is known; the next read asks again.
      readSession().then(stay, () => undefined);
    };
    window.addEventListener(SESSION_LOST_EVENT, lose);
    return () => window.removeEventListener(SESSION_LOST_EVENT, lose);
  }, [userId]);
  const leave = () => location.assign(`/api/session/expired?next=${encodeURIComponent(location.pathname + location.search)}`);
  return (
    <Sheet closeLabel={t('close')} isOpen={isLost} onClose={leave} role="alertdialog" title={t('sessionExpiredTitle')}>
      <p className="text-ink-2">{t('sessionExpiredText')}</p>
      <Button onClick={leave}>{t('signInAgain')}</Button>
    </Sheet>
  );
}
