'use client';
import { useTranslations } from 'next-intl';
import { broadcastToTabs } from '@/lib/query/account-channel';
import { endPush } from '@/lib/query/push-subscription';
import { clearPendingWrite } from '@/lib/query/pending-write-storage';
import { useWrite } from '@/lib/query/use-write';
import { ConfirmDialog } from '../ui/confirm-dialog';
import * as sessionApi from '@/lib/api/session';
import { WriteNotice } from './write-notice';

/** Asks once, ends the session on the server, and leads to the landing tab. */
export function SignOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Layout');
  const signOut = useWrite(sessionApi.signOut, {
    onDone: () => {
      // Late or not: the session is over on every page.
      clearPendingWrite();
      broadcastToTabs('signed-out');
      void endPush().then(() => location.assign('/tab1'));
    },
  });
  return (
    <ConfirmDialog
      cancelLabel={t('staySignedIn')}
      confirmLabel={t('signOut')}
      isBusy={signOut.isBusy || signOut.step === 'done'}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => signOut.send({}, t('signOut'))}
      title={t('signOutTitle')}
    >
      <p className="text-ink-2">{t('signOutText')}</p>
      <WriteNotice write={signOut} />
    </ConfirmDialog>
  );
}
