'use client';
import { useLocale, useTranslations } from 'next-intl';
import * as api from '@/lib/api/data-export';
import type { DataExport } from '@/lib/dto/data-export';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { LoadState } from '../layout/load-state';
import { useMember } from '../layout/member-context';
import { WriteNotice } from '../layout/write-notice';
import { LocalTime } from '../money/local-time';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { SkeletonRows } from '../ui/skeleton';
import { ClosingPart } from './closing-part';

/** While one is made it is looked at again this often; a notification says it too. */
const LOOK_MS = 4_000;

/** What somebody may ask of their own data: a copy of it, and the end of the account. */
export function DataScreen() {
  const { features } = useMember();
  return (
    <>
      <ExportPart />
      {features.includes('closing') ? <ClosingPart /> : null}
    </>
  );
}

function ExportPart() {
  const t = useTranslations('Data');
  const query = useRead(api.dataExport, {}, { everyMs: (data) => (data?.state === 'making' ? LOOK_MS : false) });
  return (
    <section className="mt-2">
      <h2 className="text-title">{t('exportTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('exportText')}</p>
      <p className="pt-1 text-ink-2 text-small">{t('exportLeft')}</p>
      <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
        {(state) => <Export state={state} />}
      </LoadState>
    </section>
  );
}

function Export({ state }: { state: DataExport }) {
  const t = useTranslations('Data');
  const locale = useLocale();
  const ask = useWrite(api.dataExportAsk, {});
  // An attachment: the page stays. Late or not, it is what was pressed for.
  const open = useWrite(api.dataExportOpen, { onDone: () => location.assign('/api/account/export.zip') });
  return (
    <div aria-live="polite" className="mt-4 grid grid-cols-1 gap-3">
      {state.state === 'making' ? <Notice>{t('making')}</Notice> : null}
      {state.state === 'ready' && state.until !== null ? (
        <>
          <p>
            {t('ready', { rows: state.rows })} <LocalTime iso={state.until} locale={locale} />
          </p>
          <WriteNotice write={open} />
          <Button isBusy={open.isBusy} onClick={() => open.send({}, t('download'))}>
            {t('download')}
          </Button>
        </>
      ) : null}
      <WriteNotice write={ask} />
      {state.state === 'making' ? null : state.nextAt === null ? (
        <Button isBusy={ask.isBusy} onClick={() => ask.send({}, t('ask'))} variant={state.state === 'ready' ? 'ghost' : 'action'}>
          {t('ask')}
        </Button>
      ) : (
        <p className="text-ink-2 text-small">
          {t('next')} <LocalTime iso={state.nextAt} locale={locale} />
        </p>
      )}
    </div>
  );
}
