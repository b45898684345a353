'use client';
import { useTranslations } from 'next-intl';
import type { Mode } from '@/lib/protocol/wire';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useSwitchMode } from './use-switch-mode';
import { WriteNotice } from './write-notice';

/** Stands where a screen would be that only the other account has: why, and the way there; `isAside` where the screen has more. */
export function OtherAccount({ mode, isAside = false, children }: { mode: Mode; isAside?: boolean; children: string }) {
  const t = useTranslations('Layout');
  const { change, pending, switchTo } = useSwitchMode();
  return (
    <div className="grid grid-cols-1 gap-3">
      <Notice>{children}</Notice>
      <Button isBusy={pending !== null} onClick={() => switchTo(mode)} variant={isAside ? 'soft' : 'action'}>
        {t(`switchTo.${mode}`)}
      </Button>
      <WriteNotice hasAgain write={change} />
    </div>
  );
}
