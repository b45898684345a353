'use client';
import { useTranslations } from 'next-intl';
import { WriteNotice } from '@/components/layout/write-notice';
import { showToast } from '@/components/ui/toast';
import * as stakingApi from '@/lib/api/staking';
import type { StakingPosition } from '@/lib/dto/staking';
import { useWrite } from '@/lib/query/use-write';

/** Whether a running position goes on for another term when it ends. */
export function RenewalSwitch({ position: { id, renews } }: { position: StakingPosition }) {
  const t = useTranslations('Staking');
  const change = useWrite(stakingApi.renewStaking, {
    of: id,
    onDone: (_answer, { body }) => showToast(t(body.renews ? 'renewsOn' : 'renewsOff')),
  });
  // What was tapped shows at once, and stands until the position is read again.
  const isOn = change.sent !== null && change.step !== 'refused' && change.step !== 'barred' ? change.sent.body.renews : renews;
  return (
    <div className="grid gap-2">
      <label className="flex min-h-11 items-start justify-between gap-4">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-small">{t('renews')}</span>
          <span className="block text-ink-3 text-micro">{t('renewsText')}</span>
        </span>
        <input
          checked={isOn}
          className="mt-0.5 size-5 shrink-0 accent-accent disabled:opacity-50"
          disabled={change.isLocked}
          onChange={(event) => change.send({ id, renews: event.target.checked }, t('renews'))}
          type="checkbox"
        />
      </label>
      <WriteNotice hasAgain write={change} />
    </div>
  );
}
