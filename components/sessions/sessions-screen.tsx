'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/sessions';
import type { Device } from '@/lib/dto/sessions';
import { broadcastToTabs } from '@/lib/query/account-channel';
import { clearPendingWrite } from '@/lib/query/pending-write-storage';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { writeSentences } from '@/lib/rules/punctuation';
import { SESSION_IDLE_DAYS } from '@/lib/rules/sessions';
import { LoadState } from '../layout/load-state';
import { WriteNotice } from '../layout/write-notice';
import { LocalTime } from '../money/local-time';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { SkeletonRows } from '../ui/skeleton';
import { PasswordChange } from './password-change';

/** Where one is signed in, the password, and the switch that keeps everybody out. */
export function SessionsScreen() {
  const t = useTranslations('Sessions');
  const query = useRead(api.sessions, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
      {({ devices, hasPassword }) => (
        <>
          <ul>
            {devices.map((device) => (
              <DeviceRow device={device} key={device.id} />
            ))}
          </ul>
          {devices.length > 1 ? <EndOthers /> : <p className="pt-3 text-ink-2 text-small">{t('onlyThis')}</p>}
          <p className="pt-3 text-ink-2 text-small">{t('idle', { days: SESSION_IDLE_DAYS })}</p>
          {hasPassword ? <PasswordChange /> : null}
          <Freeze hasPassword={hasPassword} />
        </>
      )}
    </LoadState>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const t = useTranslations('Sessions');
  const locale = useLocale();
  const end = useWrite(api.sessionEnd, { of: device.id });
  const { browser, system } = device;
  const named = browser || system;
  const name = browser && system ? t('deviceOn', { browser, system }) : named || t('unknown');
  return (
    <li className="border-line border-b py-3 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-[min(100%,11rem)] flex-1">
          <p className="font-strong">{name}</p>
          <p className="text-ink-2 text-small">{t('network', { place: device.place })}</p>
          <p className="text-ink-2 text-small">
            {t('firstSeen')} <LocalTime iso={device.firstSeenAt} locale={locale} />
          </p>
          {device.isCurrent ? null : (
            <p className="text-ink-2 text-small">
              {t('lastSeen')} <LocalTime iso={device.lastSeenAt} locale={locale} />
            </p>
          )}
        </div>
        {device.isCurrent ? (
          <span className="rounded-full bg-accent-soft px-3 py-1 font-strong text-accent text-small">{t('thisOne')}</span>
        ) : (
          <Button
            aria-label={t('endNamed', { device: name })}
            isBusy={end.isBusy || end.step === 'done'}
            onClick={() => end.send({ id: device.id }, t('end'))}
            size="small"
            variant="ghost"
          >
            {t('end')}
          </Button>
        )}
      </div>
      <WriteNotice className="pt-2" write={end} />
    </li>
  );
}

function EndOthers() {
  const t = useTranslations('Sessions');
  const [isAsking, setAsking] = useState(false);
  const end = useWrite(api.sessionEnd, { of: 'others', onDone: () => setAsking(false) });
  return (
    <>
      <Button className="mt-4" onClick={() => setAsking(true)} variant="ghost">
        {t('endOthers')}
      </Button>
      <ConfirmDialog
        cancelLabel={t('keep')}
        confirmLabel={t('endOthers')}
        isBusy={end.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => end.send({ id: 'others' }, t('endOthers'))}
        title={t('endOthersTitle')}
      >
        <p className="text-ink-2">{t('endOthersText')}</p>
        <WriteNotice write={end} />
      </ConfirmDialog>
    </>
  );
}

function Freeze({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('Sessions');
  const [isAsking, setAsking] = useState(false);
  const freeze = useWrite(api.freeze, {
    onDone: () => {
      // Late or not: the session is over on every page.
      clearPendingWrite();
      broadcastToTabs('signed-out');
      location.assign('/tab1');
    },
  });
  const text = writeSentences([t('freezeText'), t(hasPassword ? 'backByMail' : 'backByWallet')], useLocale());
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('freezeTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{text}</p>
      <Button className="mt-4" onClick={() => setAsking(true)} variant="dangerSoft">
        {t('freeze')}
      </Button>
      <ConfirmDialog
        cancelLabel={t('keep')}
        confirmLabel={t('freeze')}
        isBusy={freeze.isBusy || freeze.step === 'done'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => freeze.send({}, t('freeze'))}
        title={t('freezeAsk')}
      >
        <p className="text-ink-2">{text}</p>
        <WriteNotice write={freeze} />
      </ConfirmDialog>
    </section>
  );
}
