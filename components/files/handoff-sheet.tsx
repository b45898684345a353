'use client';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import * as api from '@/lib/api/files';
import type { Handoff } from '@/lib/dto/files';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Notice } from '../ui/notice';
import { Sheet } from '../ui/sheet';
import { Spinner } from '../ui/spinner';

type Props = { of: string; onClose(): void; onArrived(pictureId: string): void };
/** How often it is looked whether the picture is there. */
const LOOK_MS = 2_000;
const QR_PX = 220;

/** An address for another phone as a code, and the picture when it arrives. It is there while it is open. */
export function HandoffSheet({ of, onClose, onArrived }: Props) {
  const t = useTranslations('Pictures');
  const [handoff, setHandoff] = useState<Handoff | null>(null);
  const open = useWrite(api.handoffOpen, { of, onDone: setHandoff });
  const begin = useRef(() => open.send({}, t('phoneAgain')));
  useEffect(() => begin.current(), []);
  const renew = () => {
    setHandoff(null);
    open.reset();
    open.send({}, t('phoneAgain'));
  };
  return (
    <Sheet closeLabel={t('close')} isOpen onClose={onClose} title={t('phoneTitle')}>
      <p className="text-ink-2">{t('phoneText')}</p>
      <WriteNotice hasAgain write={open} />
      {handoff === null ? (
        <div className="grid place-items-center py-10">
          <Spinner />
        </div>
      ) : (
        <Code handoff={handoff} key={handoff.id} onArrived={onArrived} onRenew={renew} />
      )}
    </Sheet>
  );
}

function Code({ handoff, onArrived, onRenew }: { handoff: Handoff; onArrived(pictureId: string): void; onRenew(): void }) {
  const t = useTranslations('Pictures');
  const { data } = useRead(api.handoff, { id: handoff.id }, { everyMs: LOOK_MS });
  // What stands behind `#` is sent to no server.
  const address = `${location.origin}/picture#${handoff.token}`;
  const arrived = data?.state === 'arrived' ? data.pictureId : null;
  const listener = useRef(onArrived);
  useEffect(() => {
    listener.current = onArrived;
  });
  useEffect(() => {
    if (arrived !== null) listener.current(arrived);
  }, [arrived]);
  if (data?.state === 'ended') {
    return (
      <>
        <Notice isAlert tone="warn">
          {t('phoneEnded')}
        </Notice>
        <Button onClick={onRenew}>{t('phoneAgain')}</Button>
      </>
    );
  }
  return (
    <div className="grid justify-items-center gap-3 pb-2">
      {/* Black on white in both themes: that is what phones read. */}
      <div className="overflow-hidden rounded-card">
        <QRCodeSVG level="M" marginSize={4} size={QR_PX} title={t('phoneTitle')} value={address} />
      </div>
      <p aria-live="polite" className="flex items-center gap-2 text-ink-2 text-small">
        <Spinner size={16} />
        {t('phoneWaiting')}
      </p>
      <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copyLink')} text={address} />
    </div>
  );
}
