'use client';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { WriteNotice } from './write-notice';
import type { Sent, WriteStep } from '@/lib/query/write';

type Props = {
  cancel: { step: WriteStep; isBusy: boolean; sent: Sent<object> | null; error: unknown; again(): void; leave(): void };
  label: string;
  /** How many columns the table has that the row belongs to; a list without it. */
  columns?: number;
  onCancel: () => void;
  /** Returns the row with the button in its place. */
  children: (button: ReactNode) => ReactNode;
};

const HAS_NOTICE: ReadonlySet<WriteStep> = new Set(['waiting', 'unknown', 'barring', 'refused', 'barred']);

/** A row of a list with a button that cancels what it shows, an icon in a table; a refusal stands in a row below it. */
export function CancellableRow({ cancel, label, columns, onCancel, children }: Props) {
  const button = { disabled: cancel.step === 'done', isBusy: cancel.isBusy, onClick: onCancel, variant: 'ghost' } as const;
  return (
    <>
      {children(
        columns === undefined ? (
          <Button size="small" {...button}>
            {label}
          </Button>
        ) : (
          <Button aria-label={label} size="icon" title={label} {...button}>
            {cancel.isBusy ? null : <Icon name="close" size={18} />}
          </Button>
        ),
      )}
      {!HAS_NOTICE.has(cancel.step) ? null : columns === undefined ? (
        <li className="py-2">
          <WriteNotice write={cancel} />
        </li>
      ) : (
        <tr>
          <td className="py-2" colSpan={columns}>
            <WriteNotice write={cancel} />
          </td>
        </tr>
      )}
    </>
  );
}
