'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useTranslations } from 'next-intl';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { SegmentedControl } from '../ui/segmented-control';
import { Skeleton } from '../ui/skeleton';
import type { Signing } from './use-signing';

const SignatureCanvas = dynamic(() => loadPart(() => import('./signature-canvas').then((part) => part.SignatureCanvas)), {
  loading: () => <Skeleton className="aspect-[5/2] rounded-field" />,
});
const WAYS = ['draw', 'type'] as const;

/** Signs by drawing or by typing the name: both count the same. */
export function SignaturePart({ name, signing, isLocked }: { name: string; signing: Signing; isLocked: boolean }) {
  const t = useTranslations('Loans');
  const { way, problem } = signing;
  return (
    <>
      <SegmentedControl
        label={t('sign')}
        onChange={signing.choose}
        options={WAYS.map((value) => ({ value, label: t(`signWays.${value}`) }))}
        value={way}
      />
      {/* Out of view it keeps what was drawn. */}
      <div className="grid gap-2.5" hidden={way !== 'draw'}>
        <p className="text-ink-2 text-small">{t('drawHint')}</p>
        <SignatureCanvas clearLabel={t('clear')} isLocked={isLocked} label={t('sign')} onDrawn={signing.draw} undoLabel={t('undo')} />
      </div>
      {way === 'type' ? (
        <Field autoComplete="off" hint={t('typeHint', { name })} label={t('typeLabel')} maxLength={201} name="signedName" required />
      ) : null}
      {problem === null ? null : (
        <Notice isAlert tone="warn">
          {problem}
        </Notice>
      )}
    </>
  );
}
