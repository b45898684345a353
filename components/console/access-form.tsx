'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ClientForm } from './client-form';
import { post } from './post';
import { FaultNotice } from './fault-notice';

type Shown = { lines: readonly string[]; pictures: readonly string[] };
type Props = { queue: string; id: string; label: string };

/** Shows what somebody sent, for a reason that stays in the log. Nothing of it is in the page before. */
export function AccessForm({ queue, id, label }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    const answer = await post<Shown>('queues.show', { queue, id, reason });
    setBusy(false);
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setShown(answer.data);
  }
  async function open(picture: string) {
    const answer = await post<{ jpeg: string }>('queues.picture', { queue, id: picture, reason });
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setPictures((others) => ({ ...others, [picture]: answer.data.jpeg }));
  }

  return (
    <div className="grid gap-3">
      <ClientForm className="grid gap-2" onSubmit={look}>
        <Field
          autoComplete="off"
          label="Reason for the look (in the log for good)"
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
          required
          value={reason}
        />
        <Button isBusy={isBusy} size="small" type="submit" variant="ghost">
          {label}
        </Button>
      </ClientForm>
      <FaultNotice fault={fault} />
      {shown === null ? null : (
        <>
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-field bg-surface-2 p-3 text-small">{shown.lines.join('\n')}</pre>
          {shown.pictures.map((picture, at) =>
            pictures[picture] === undefined ? (
              <Button key={picture} onClick={() => open(picture)} size="small" variant="soft">
                Show picture {at + 1}
              </Button>
            ) : (
              // biome-ignore lint/performance/noImgElement: the picture comes with the answer, nothing is fetched
              <img
                alt={`${at + 1} of the case`}
                className="max-w-full rounded-field"
                key={picture}
                src={`data:image/jpeg;base64,${pictures[picture]}`}
              />
            ),
          )}
        </>
      )}
    </div>
  );
}
