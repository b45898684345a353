'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/security';
import { useRead } from '@/lib/query/use-read';
import { LoadState } from '../layout/load-state';
import { SkeletonRows } from '../ui/skeleton';
import { AuthenticatorBound } from './authenticator-bound';
import { AuthenticatorSetup } from './authenticator-setup';
import { RecoveryCodes } from './recovery-codes';

/** The authenticator: bound here by its QR picture, its recovery codes, and how it is removed. */
export function AuthenticatorScreen() {
  const t = useTranslations('Security');
  const query = useRead(api.security, {});
  /** Shown once: they are nowhere else. */
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isKept, setKept] = useState(false);
  const onKept = () => {
    setKept(true);
    setCodes(null);
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onKept} />;
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
      {(state) =>
        state.boundAt === null ? (
          <AuthenticatorSetup onBound={setCodes} />
        ) : (
          <AuthenticatorBound isFocused={isKept} onRenewed={setCodes} state={state} />
        )
      }
    </LoadState>
  );
}
