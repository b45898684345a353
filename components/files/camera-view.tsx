'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button';
import type { PictureText } from './picture-text';

type Props = {
  text: PictureText;
  facing: 'environment' | 'user';
  onTaken(picture: Blob): void;
  onRefused(): void;
  onClose(): void;
};
const QUALITY = 0.92;

/** The camera as it sees now, and the button that takes the picture. Whatever keeps it from opening is said by `onRefused`. */
export function CameraView({ text, facing, onTaken, onRefused, onClose }: Props) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.focus(), []);
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setReady] = useState(false);
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isGone = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    openCamera(facing).then(
      (opened) => {
        stream = opened;
        if (isGone || video.current === null) return stop();
        video.current.srcObject = opened;
        // A browser that won't play says so by the promise; the picture then stays black and the button closed.
        void video.current.play().catch(() => refused.current());
      },
      () => !isGone && refused.current(),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [facing]);
  const take = () => {
    const from = video.current;
    if (from === null) return;
    const canvas = document.createElement('canvas');
    canvas.width = from.videoWidth;
    canvas.height = from.videoHeight;
    canvas.getContext('2d')?.drawImage(from, 0, 0);
    canvas.toBlob((blob) => (blob === null ? refused.current() : onTaken(blob)), 'image/jpeg', QUALITY);
  };
  return (
    // It took the place of the button that opened it.
    <fieldset aria-label={text('cameraTitle')} className="grid min-w-0 gap-2.5 outline-none" ref={box} tabIndex={-1}>
      <video
        aria-label={text('cameraTitle')}
        className={`aspect-[4/3] w-full rounded-card bg-surface-2 object-cover ${facing === 'user' ? '-scale-x-100' : ''}`}
        muted
        onLoadedData={() => setReady(true)}
        playsInline
        ref={video}
      />
      <p aria-live="polite" className="sr-only">
        {isReady ? '' : text('cameraStarting')}
      </p>
      <Button isBusy={!isReady} onClick={take}>
        {isReady ? text('take') : text('cameraStarting')}
      </Button>
      <Button onClick={onClose} variant="ghost">
        {text('cancel')}
      </Button>
    </fieldset>
  );
}

/** Some browsers inside wallets have no camera at all, and none has one on plain http. */
function openCamera(facingMode: Props['facing']): Promise<MediaStream> {
  if (navigator.mediaDevices?.getUserMedia === undefined) return Promise.reject(new Error('no camera here'));
  return navigator.mediaDevices.getUserMedia({ video: { facingMode, width: { ideal: 1920 }, height: { ideal: 1440 } }, audio: false });
}
