import type { ErrorTexts } from './error-texts';

const FALLBACK: ErrorTexts = {
  title: 'This screen could not be shown',
  text: 'Nothing you confirmed was lost. We keep trying: the screen comes back by itself.',
  retry: 'Try again',
};

/** A boundary can't read the catalogues when they are what failed: the layout leaves these sentences on the page in its language. */
export function readErrorTexts(): ErrorTexts {
  const { errorTitle, errorText, errorRetry } = typeof document === 'undefined' ? {} : document.body.dataset;
  return { title: errorTitle ?? FALLBACK.title, text: errorText ?? FALLBACK.text, retry: errorRetry ?? FALLBACK.retry };
}
