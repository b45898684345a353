'use client';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import * as api from '@/lib/api/files';
import { sendUpload } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import type { Drawing } from './signature-canvas';

export type SigningWay = 'draw' | 'type';
type Signature = { signature: string } | { signedName: string };

/** How somebody signs, and what is sent of it: the id of the picture of a drawing, or the name as it was typed. */
export function useSigning() {
  const t = useTranslations('Loans');
  const { userId, mode } = useScreen();
  const errorText = useErrorText();
  const [way, setWay] = useState<SigningWay>('draw');
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef<{ drawing: Drawing; id: string } | null>(null);

  async function sendDrawing(drawn: Drawing, isGone: boolean): Promise<string> {
    if (sent.current?.drawing === drawn && !isGone) return sent.current.id;
    const file = await drawn.toPicture();
    const { id } = await sendUpload(api.pictureUpload, { file }, { shown: { userId, mode }, onProgress: () => undefined }).answer;
    sent.current = { drawing: drawn, id };
    return id;
  }

  return {
    way,
    isSending,
    problem,
    choose(next: SigningWay): void {
      setProblem(null);
      setWay(next);
    },
    draw(next: Drawing | null): void {
      setProblem(null);
      setDrawing(next);
    },
    /** Returns the signature; null, with `problem`, where there is none. `isGone` says that the exchange doesn't have the last picture any more. */
    async give({ typed, isGone }: { typed: string; isGone: boolean }): Promise<Signature | null> {
      if (way === 'type') return { signedName: typed };
      if (isSending) return null;
      if (drawing === null) {
        setProblem(t('drawMissing'));
        return null;
      }
      setProblem(null);
      setSending(true);
      try {
        return { signature: await sendDrawing(drawing, isGone) };
      } catch (error) {
        setProblem(errorText(error));
        return null;
      } finally {
        setSending(false);
      }
    },
  };
}

export type Signing = ReturnType<typeof useSigning>;
