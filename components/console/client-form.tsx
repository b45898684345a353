'use client';
import { type FormEvent, type FormHTMLAttributes, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button, type ButtonVariant } from '@/components/ui/button';

type Own = Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method'>;

/**
 * A form that this page answers by itself. Before the page is taken over, a browser would put what was typed into the address, a password or a name among it: `dialog`
 * outside of one sends nothing anywhere.
 */
export function ClientForm(props: Own) {
  return <form {...props} method="dialog" />;
}

/** What a button of a form of actions does with what was typed. */
export type SubmitAction = { label: string; variant?: ButtonVariant; isBusy: boolean; onDo(form: HTMLFormElement): void };
type Props = { deeds: readonly [SubmitAction, ...SubmitAction[]]; children: ReactNode; after?: ReactNode };

/**
 * A form of what is done for good. Its buttons do it, or Ctrl or Cmd with Enter in a field does what the first one says; Enter alone does nothing, wherever it is pressed
 * but on a button.
 */
export function SubmitForm({ deeds, children, after }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [first] = deeds;
  function run({ isBusy, onDo }: SubmitAction) {
    if (!isBusy && form.current?.reportValidity() === true) onDo(form.current);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey)) return;
    // On a button it is that button's.
    if (!(event.target as Element).matches('input, textarea, select')) return;
    event.preventDefault();
    if (!event.repeat) run(first);
  }
  return (
    <form className="grid gap-2" method="dialog" onKeyDown={press} onSubmit={(event: FormEvent) => event.preventDefault()} ref={form}>
      {children}
      <div className={deeds.length === 1 ? 'grid' : 'flex flex-wrap gap-2'}>
        {deeds.map((deed) => (
          <Button isBusy={deed.isBusy} key={deed.label} onClick={() => run(deed)} size="small" variant={deed.variant}>
            {deed.label}
          </Button>
        ))}
      </div>
      {after}
    </form>
  );
}
