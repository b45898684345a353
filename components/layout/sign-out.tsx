'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { postJson } from '@/lib/query/api-client';
import { useErrorText } from '@/lib/query/use-error-text';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Notice } from '../ui/notice';

/** Asks once, ends the session on the server, and leads to the landing tab. */
export function SignOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Layout');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const signOut = async () => {
    setBusy(true);
    try {
      await postJson('/api/session/sign-out', {});
      location.assign('/tab1');
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      cancelLabel={t('staySignedIn')}
      confirmLabel={t('signOut')}
      isBusy={isBusy}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void signOut()}
      title={t('signOutTitle')}
    >
      <p className="text-ink-2">{t('signOutText')}</p>
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
    </ConfirmDialog>
  );
}
