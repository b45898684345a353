'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as api from '@/lib/api/files';
import { ApiError, sendUpload } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import { useRead } from '@/lib/query/use-read';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { FailedPicture } from './failed-picture';
import { PictureSource } from './picture-source';

const HandoffSheet = dynamic(() => loadPart(() => import('./handoff-sheet').then((part) => part.HandoffSheet)), { ssr: false });

type Props = {
  /** Tells apart several on one screen. */
  name: string;
  label: string;
  /** The id of the picture that was given; null while there is none. */
  value: string | null;
  onChange(id: string | null): void;
  /** Whether the camera is open. */
  onFilming?: (isFilming: boolean) => void;
  facing?: 'environment' | 'user';
};

/** Asks for one picture, shows it, and lets it be replaced. The picture itself is at the exchange; its id is what a form sends. */
export function PictureField({ name, label, value, onChange, onFilming, facing = 'environment' }: Props) {
  const t = useTranslations('Pictures');
  const { userId, mode } = useScreen();
  const errorText = useErrorText();
  const [local, setLocal] = useState<{ id: string; src: string } | null>(null);
  const [isHanding, setHanding] = useState(false);
  const [isNew, setNew] = useState(false);
  const give = (id: string) => {
    setNew(true);
    onChange(id);
  };
  useEffect(() => () => URL.revokeObjectURL(local?.src ?? ''), [local]);
  if (value !== null) {
    return (
      <figure className="grid gap-2.5">
        <Preview id={value} label={label} local={local?.id === value ? local.src : null} onGone={() => onChange(null)} />
        <Given isNew={isNew}>{t('given')}</Given>
        <Button
          onClick={() => {
            setNew(false);
            onChange(null);
          }}
          variant="ghost"
        >
          {t('replace')}
        </Button>
      </figure>
    );
  }
  return (
    <>
      <PictureSource
        errorText={errorText}
        facing={facing}
        onPhone={() => setHanding(true)}
        onTaken={({ id }, file) => {
          setLocal({ id, src: URL.createObjectURL(file) });
          give(id);
        }}
        {...(onFilming && { onFilming })}
        send={(file, onProgress) => sendUpload(api.pictureUpload, { file }, { shown: { userId, mode }, onProgress })}
        text={t}
      />
      {isHanding ? (
        <HandoffSheet
          of={name}
          onArrived={(id) => {
            setHanding(false);
            give(id);
          }}
          onClose={() => setHanding(false)}
        />
      ) : null}
    </>
  );
}

/** That the picture is there; where it took the place of what gave it, it has the focus. */
function Given({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) line.current?.focus();
  }, [isNew]);
  return (
    <figcaption className="flex items-center gap-1.5 text-small text-up outline-none" ref={line} tabIndex={-1}>
      <Icon name="check" size={16} />
      {children}
    </figcaption>
  );
}

/** The picture as it was chosen here, else as the exchange has it; one that has ended is asked for again. */
function Preview({ id, label, local, onGone }: { id: string; label: string; local: string | null; onGone(): void }) {
  const query = useRead(api.picture, { id }, { enabled: local === null });
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.code === 'PICTURE_UNKNOWN';
  const listener = useRef(onGone);
  useEffect(() => {
    listener.current = onGone;
  });
  useEffect(() => {
    if (isGone) listener.current();
  }, [isGone]);
  const src = local ?? data?.src;
  const look = 'aspect-[4/3] w-full rounded-card bg-surface-2 object-contain';
  if (src === undefined && error !== null && !isGone)
    return <FailedPicture className="aspect-[4/3] w-full rounded-card bg-surface-2" query={query} />;
  // biome-ignore lint/performance/noImgElement: a picture in memory, which no optimizer may see
  return src === undefined ? <div className={`${look} animate-pulse`} /> : <img alt={label} className={look} src={src} />;
}
