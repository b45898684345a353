'use client';
import { useEffect, useRef, useState } from 'react';
import { isAborted, type Upload } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { CameraView } from './camera-view';
import type { PictureText } from './picture-text';

type Props<A> = {
  text: PictureText;
  /** Starts sending a picture. */
  send(file: Blob, onProgress: (share: number) => void): Upload<A>;
  onTaken(answer: A, file: Blob): void;
  errorText(error: unknown): string;
  /** The way over another phone, where there is one. */
  onPhone?: () => void;
  /** Whether the camera is open: its button is then the one to press. */
  onFilming?: (isFilming: boolean) => void;
  facing: 'environment' | 'user';
};

/** What picture pickers offer; what a file really is is seen by its content. */
const ACCEPTED = 'image/jpeg,image/png,image/webp';

/** The ways to give a picture: camera, file, and where possible another phone. Whatever fails leaves the others. */
export function PictureSource<A>({ text, send, onTaken, errorText, onPhone, onFilming, facing }: Props<A>) {
  const input = useRef<HTMLInputElement>(null);
  const [isFilming, setFilming] = useState(false);
  const [sending, setSending] = useState<{ share: number; abort(): void } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const listener = useRef(onFilming);
  useEffect(() => {
    listener.current = onFilming;
  });
  useEffect(() => {
    listener.current?.(isFilming);
    return () => listener.current?.(false);
  }, [isFilming]);
  const take = (file: Blob) => {
    setFilming(false);
    setProblem(null);
    const upload = send(file, (share) => setSending((now) => now && { ...now, share }));
    setSending({ share: 0, abort: upload.abort });
    upload.answer.then(
      (answer) => {
        setSending(null);
        onTaken(answer, file);
      },
      (error: unknown) => {
        setSending(null);
        if (!isAborted(error)) setProblem(errorText(error));
      },
    );
  };
  if (sending !== null) {
    return (
      <div className="grid gap-3">
        <label className="grid gap-2 text-ink-2 text-small">
          {text('sending')}
          <progress className="h-2 w-full overflow-hidden rounded-full accent-accent" max={1} value={sending.share} />
        </label>
        <Button onClick={sending.abort} variant="ghost">
          {text('cancel')}
        </Button>
      </div>
    );
  }
  if (isFilming) {
    return (
      <CameraView
        facing={facing}
        onClose={() => setFilming(false)}
        onRefused={() => {
          setFilming(false);
          setProblem(text('cameraRefused'));
        }}
        onTaken={take}
        text={text}
      />
    );
  }
  return (
    <div className="grid gap-2.5">
      {problem === null ? null : (
        <Notice isAlert tone="danger">
          {problem}
        </Notice>
      )}
      <Button onClick={() => setFilming(true)} variant="soft">
        {text('camera')}
      </Button>
      <div className="side-by-side gap-2.5 [&>button]:text-small">
        <Button onClick={() => input.current?.click()} variant="ghost">
          {text('file')}
        </Button>
        {onPhone === undefined ? null : (
          <Button onClick={onPhone} variant="ghost">
            {text('phone')}
          </Button>
        )}
      </div>
      <input
        accept={ACCEPTED}
        aria-label={text('file')}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was refused.
          event.target.value = '';
          if (file !== undefined) take(file);
        }}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      <p className="text-ink-2 text-small">{text('format')}</p>
    </div>
  );
}
