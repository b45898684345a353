import { type ComponentProps, useId } from 'react';
import { Button } from './button';

type Props = ComponentProps<typeof Button> & {
  /** What stands in the way of a tap; null when nothing does. */
  why: string | null;
};

/** A button that is off as long as something stands in its way, and says what above itself. Not live: it describes the button. */
export function GuardedButton({ why, ...rest }: Props) {
  const id = useId();
  return (
    <>
      {why === null ? null : (
        <p className="text-ink-2 text-small" id={id} suppressHydrationWarning>
          {why}
        </p>
      )}
      <Button {...rest} aria-describedby={why === null ? undefined : id} disabled={why !== null} />
    </>
  );
}
