'use client';
import { useEffect, useState } from 'react';

/** A screen whose shorter side is below this many px is one that is turned in the hand. */
const HAND_PX = 600;

/** The part of `screen.orientation` that not every browser has. */
type Lockable = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> };

const isHandheld = () => Math.min(screen.width, screen.height) < HAND_PX;
const isTurned = () => screen.orientation?.type.startsWith('landscape') ?? false;

/** On a phone the whole screen in landscape, where the browser allows it; a refusal leaves the chart as large as the window. */
async function fillScreen(): Promise<void> {
  if (!isHandheld() || document.fullscreenElement !== null) return;
  try {
    await document.documentElement.requestFullscreen();
    await (screen.orientation as Lockable).lock?.('landscape');
  } catch {
    return;
  }
}

function leaveScreen(): void {
  // Unlocks the orientation as well. Somebody else may have left it already.
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
}

/** Whether the chart covers the window: by its button, or as long as a phone is held sideways. Escape and leaving the whole screen make it small again. */
export function useLarge(): { isLarge: boolean; toggle(): void } {
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    const turn = () => {
      if (isHandheld() && document.querySelector('dialog[open]') === null) setLarge(isTurned());
    };
    screen.orientation?.addEventListener('change', turn);
    return () => screen.orientation?.removeEventListener('change', turn);
  }, []);
  useEffect(() => {
    if (!isLarge) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && document.querySelector('dialog[open]') === null && setLarge(false);
    const leave = () => document.fullscreenElement === null && setLarge(false);
    window.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', leave);
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', leave);
      document.documentElement.classList.remove('overflow-hidden');
      leaveScreen();
    };
  }, [isLarge]);
  const toggle = () => {
    if (!isLarge) void fillScreen();
    setLarge(!isLarge);
  };
  return { isLarge, toggle };
}
