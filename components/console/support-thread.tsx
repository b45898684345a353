'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import type { SavedAnswer, ThreadLine } from '@/lib/operator/support';
import { HandOver } from './hand-over';
import { ClientForm } from './client-form';
import { Part } from './parts';
import { post } from './post';
import { SupportAnswer } from './support-answer';
import { useThread } from './use-thread';
import { useFormatter } from './format-context';
import { FaultNotice } from './fault-notice';

type Props = { user: string; me: string; operators: readonly string[]; answers: readonly SavedAnswer[] };

/** A thread of support: nothing of it is in the page before a reason was given, which then stands for everything done here. */
export function SupportThread({ user, me, operators, answers }: Props) {
  const { opened, fault, open, readOlder, follow } = useThread(user);
  const [isBusy, setBusy] = useState(false);

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    await open(String(new FormData(event.currentTarget).get('reason') ?? ''));
    setBusy(false);
  }
  const failed = <FaultNotice fault={fault} />;
  if (opened === null)
    return (
      <Part title="What was written">
        <ClientForm className="grid gap-2" onSubmit={look}>
          <Field
            autoComplete="off"
            hint="It stands in the log for good, for the look and for what you do here."
            label="Reason"
            maxLength={500}
            name="reason"
            required
          />
          <Button isBusy={isBusy} size="small" type="submit" variant="action">
            Open the thread
          </Button>
        </ClientForm>
        {failed}
      </Part>
    );
  const { lines, holder, promisedAt, reason, hasOlder } = opened;
  return (
    <>
      <Part title="What was written">
        {hasOlder ? (
          <Button onClick={() => void readOlder()} size="small" variant="ghost">
            Older lines
          </Button>
        ) : null}
        <div aria-label="Thread" aria-live="polite" className="grid gap-3" role="log">
          {lines.map((line) => (
            <Line key={line.id} line={line} reason={reason} />
          ))}
        </div>
        {failed}
      </Part>
      <SupportAnswer answers={answers} isHeldByOther={holder !== null && holder !== me} onSent={follow} reason={reason} user={user} />
      <HandOver holder={holder} isWaiting={promisedAt !== null} me={me} onDone={follow} operators={operators} reason={reason} user={user} />
    </>
  );
}

function Line({ line: { from, text, about, picture, at }, reason }: { line: ThreadLine; reason: string }) {
  const format = useFormatter();
  return (
    <div className={`w-fit max-w-[44rem] rounded-card px-4 py-3 text-small ${from === null ? 'bg-surface-2' : 'ms-auto bg-accent-soft'}`}>
      <p className="pb-1 text-ink-2 text-micro">
        {from ?? 'Member'} · {format.time(at)}
        {about === null ? '' : ` · about ${about}`}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      {picture === null ? null : <Picture id={picture} reason={reason} />}
    </div>
  );
}

function Picture({ id, reason }: { id: string; reason: string }) {
  const [jpeg, setJpeg] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  async function show() {
    const answer = await post<{ jpeg: string }>('queues.picture', { queue: 'support', id, reason });
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setJpeg(answer.data.jpeg);
  }
  if (fault !== null) return <p className="pt-2 text-danger">{fault}</p>;
  if (jpeg === null)
    return (
      <Button className="mt-2" onClick={() => void show()} size="small" variant="soft">
        Show the picture
      </Button>
    );
  // biome-ignore lint/performance/noImgElement: the picture comes with the answer, nothing is fetched
  return <img alt="Sent by the member" className="mt-2 max-w-full rounded-field" src={`data:image/jpeg;base64,${jpeg}`} />;
}
