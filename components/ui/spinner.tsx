export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="spin shrink-0" fill="none" height={size} viewBox="0 0 20 20" width={size}>
      <circle cx="10" cy="10" opacity="0.25" r="8" stroke="currentColor" strokeWidth="2.4" />
      <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeLinecap="round" strokeWidth="2.4" />
    </svg>
  );
}
