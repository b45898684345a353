'use client';
import { useTranslations } from 'next-intl';
import { FailedPicture } from '@/components/files/failed-picture';
import * as api from '@/lib/api/files';
import { ApiError } from '@/lib/query/api-client';
import { useRead } from '@/lib/query/use-read';

/** A picture that came with a line; one that is kept no longer says so. */
export function LinePicture({ id }: { id: string }) {
  const t = useTranslations('Support');
  const query = useRead(api.picture, { id });
  const { data, error } = query;
  if (error instanceof ApiError && error.code === 'PICTURE_UNKNOWN')
    return <p className="pt-1 text-ink-2 text-small">{t('pictureGone')}</p>;
  if (data === undefined && error !== null)
    return <FailedPicture className="mt-1.5 min-h-40 w-52 max-w-full rounded-field bg-surface-3" query={query} />;
  // A place is kept while it comes, so that the lines below don't jump.
  if (data === undefined) return <div className="mt-1.5 h-40 w-52 max-w-full rounded-field bg-surface-3" />;
  // biome-ignore lint/performance/noImgElement: the address holds the picture itself, there is nothing to be made smaller.
  return <img alt={t('pictureSent')} className="mt-1.5 max-h-80 max-w-full rounded-field object-contain" src={data.src} />;
}
