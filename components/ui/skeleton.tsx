/** One block of what is coming; size it with class names. `SkeletonRows` is a list of 64 px rows. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-small ${className}`} />;
}

/** A list that is loading. `label` is read to a screen reader once. */
export function SkeletonRows({ count = 6, label }: { count?: number; label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="status">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
        <div className="flex h-16 items-center gap-3 border-line border-b" key={index}>
          <Skeleton className="size-9 rounded-full" />
          <span className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-2.5 w-16" />
          </span>
          <span className="space-y-2">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="ml-auto h-2.5 w-12" />
          </span>
        </div>
      ))}
    </div>
  );
}
