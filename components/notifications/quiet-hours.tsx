'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/notifications';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { SubmitButton } from '../ui/submit-button';

type Quiet = { from: number; until: number; zone: string } | null;
const NIGHT = { from: 22 * 60, until: 7 * 60 };

const write = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const read = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** From when until when only security is mailed and pushed, by the clock of this browser. */
export function QuietHours({ quiet }: { quiet: Quiet }) {
  const t = useTranslations('Notifications');
  const why = useTranslations('Write.why');
  const [from, setFrom] = useState(write(quiet?.from ?? NIGHT.from));
  const [until, setUntil] = useState(write(quiet?.until ?? NIGHT.until));
  const isSame = from !== '' && from === until;
  const change = useWrite(api.quietHours);
  const set = () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    change.send({ quiet: { from: read(from), until: read(until), zone } }, t('quietSet'));
  };
  return (
    <section className="mt-6">
      <h2 className="text-title">{t('quiet')}</h2>
      <p className="pt-1 pb-2 text-ink-2 text-small">{t('quietText')}</p>
      <div className="side-by-side gap-2.5">
        <Field
          disabled={change.isLocked}
          label={t('quietFrom')}
          onChange={({ target }) => setFrom(target.value)}
          type="time"
          value={from}
        />
        <Field
          disabled={change.isLocked}
          error={isSame ? t('quietSame') : null}
          label={t('quietUntil')}
          onChange={({ target }) => setUntil(target.value)}
          type="time"
          value={until}
        />
      </div>
      <WriteNotice className="pt-2" write={change} />
      <div className="flex flex-wrap gap-2.5 pt-2.5">
        <SubmitButton
          isBusy={change.isBusy}
          onClick={set}
          size="small"
          variant="soft"
          why={from === '' || until === '' ? why('fields') : isSame ? why('marked') : null}
        >
          {t('quietSet')}
        </SubmitButton>
        {quiet === null ? null : (
          <Button isBusy={change.isBusy} onClick={() => change.send({ quiet: null }, t('quietOff'))} size="small" variant="quiet">
            {t('quietOff')}
          </Button>
        )}
      </div>
    </section>
  );
}
