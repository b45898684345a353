'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import * as sessionApi from '@/lib/api/session';
import type { Mode } from '@/lib/protocol/wire';
import { broadcastToTabs } from '@/lib/query/account-channel';
import { useWrite } from '@/lib/query/use-write';
import { restStream } from '@/lib/stream/stream';
import { reloadPage } from './reload-page';

/** Switches between real and demo; the page is drawn anew, in every tab. `pending` is the account that is being switched to. */
export function useSwitchMode() {
  const t = useTranslations('Layout');
  const change = useWrite(sessionApi.switchMode, {
    onDone: () => {
      // Late or not: every page shows the account that was left.
      broadcastToTabs('changed');
      reloadPage();
    },
  });
  // Until the page is there anew, nothing of the old one can be tapped.
  const pending = change.isBusy || change.step === 'done' ? (change.sent?.body.mode ?? null) : null;
  const isPending = pending !== null;
  useEffect(() => (isPending ? restStream() : undefined), [isPending]);
  return { change, pending, switchTo: (mode: Mode) => change.send({ mode }, t(`modeAccount.${mode}`)) };
}
