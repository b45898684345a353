'use client';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useErrorText } from '@/lib/query/use-error-text';

type Props = {
  cancel: { isPending: boolean; isSuccess: boolean; error: unknown };
  label: string;
  onCancel: () => void;
  /** Returns the row with the button in its place. */
  children: (button: ReactNode) => ReactNode;
};

/** A row of a list with a button that cancels what it shows; a refusal stands in a row below it. */
export function CancellableRow({ cancel, label, onCancel, children }: Props) {
  const errorText = useErrorText();
  return (
    <>
      {children(
        <Button
          disabled={cancel.isSuccess}
          isBusy={cancel.isPending}
          onClick={() => !cancel.isPending && onCancel()}
          size="small"
          variant="ghost"
        >
          {label}
        </Button>,
      )}
      {cancel.error === null ? null : (
        <li className="py-2">
          <Notice isAlert tone="warn">
            {errorText(cancel.error)}
          </Notice>
        </li>
      )}
    </>
  );
}
