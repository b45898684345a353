import { type ComponentProps, type KeyboardEvent, useId } from 'react';
import { Button } from './button';

type Props = ComponentProps<typeof Button> & {
  /** What stands in the way of a tap; null when nothing does. */
  why: string | null;
};

/** A key that is held down presses once. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/**
 * A button that is off as long as something stands in its way, and says what above itself. Not live: it describes the button.
 * What it does may change with the answer to a press (a quote is asked for, then taken): the second half of a double click, and a key that is held, are no
 * further press.
 */
export function SubmitButton({ why, onClick, ...rest }: Props) {
  const id = useId();
  return (
    <>
      {why === null ? null : (
        <p className="text-ink-2 text-small" id={id} suppressHydrationWarning>
          {why}
        </p>
      )}
      <Button
        {...rest}
        aria-describedby={why === null ? undefined : id}
        disabled={why !== null}
        onClick={(event) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))}
        onKeyDown={pressOnce}
      />
    </>
  );
}
