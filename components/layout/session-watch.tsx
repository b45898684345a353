'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { SESSION_LOST_EVENT } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Sheet } from '../ui/sheet';
import { expiredHref } from './expired-href';

/** Says that the login has expired and leads to the landing tab, from where the user comes back to this page. */
export function SessionWatch() {
  const t = useTranslations('Layout');
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const lose = () => setLost(true);
    window.addEventListener(SESSION_LOST_EVENT, lose);
    return () => window.removeEventListener(SESSION_LOST_EVENT, lose);
  }, []);
  const leave = () => location.assign(expiredHref());
  return (
    <Sheet closeLabel={t('close')} isOpen={isLost} onClose={leave} role="alertdialog" title={t('sessionExpiredTitle')}>
      <p className="text-ink-2">{t('sessionExpiredText')}</p>
      <Button data-autofocus onClick={leave}>
        {t('signInAgain')}
      </Button>
    </Sheet>
  );
}
