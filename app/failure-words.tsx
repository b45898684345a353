import type { ErrorTexts } from '@/lib/i18n/error-texts';

/**
 * What stands where a screen, or all of it, could not be shown. Looks like ErrorState, without its parts: this stands beside every page and
 * would bring a second copy of buttons and icons. The last resort has no style sheet and gives the same elements their looks by name.
 */
export function FailureWords({ texts, onRetry }: { texts: ErrorTexts; onRetry: () => void }) {
  return (
    <>
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-warn-soft text-warn">
        <svg
          aria-hidden="true"
          fill="none"
          height={22}
          stroke="currentColor"
          strokeLinecap="round"
          strokeWidth="1.8"
          viewBox="0 0 24 24"
          width={22}
        >
          <path d="M12 4 2.500 20h19zM12 10v4.500m0 2.500h.01" />
        </svg>
      </span>
      <h1 className="font-strong">{texts.title}</h1>
      <p className="max-w-[38ch] text-balance text-ink-2 text-small">{texts.text}</p>
      <button
        className="mt-2 inline-flex min-h-11 items-center justify-center rounded-full bg-surface-2 px-4 py-1 text-center font-strong text-ink-1 text-small leading-tight transition-opacity active:opacity-80"
        onClick={onRetry}
        type="button"
      >
        {texts.retry}
      </button>
    </>
  );
}
