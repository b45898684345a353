'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import type { OperatorRequest } from '@/lib/operator/requests';
import { post } from './post';
import { writeAct, writeTime } from './words';
import { FaultNotice } from './fault-notice';

/** A request that waits for a second operator: who asks, why, and exactly what would be done. */
export function RequestCard({ request }: { request: OperatorRequest }) {
  const { id, act, target, reason, preview, requester, requestedAt, expiresAt, canDecide } = request;
  return (
    <Card className="grid min-w-0 gap-3">
      <h3>
        Request {id}: {writeAct(act)} {target}
      </h3>
      <dl className="receipt grid gap-1 text-small">
        <div>
          <dt>Asked by</dt>
          <dd>{requester}</dd>
        </div>
        <div>
          <dt>Asked at</dt>
          <dd>{writeTime(requestedAt)}</dd>
        </div>
        <div>
          <dt>Lapses at</dt>
          <dd>{writeTime(expiresAt)}</dd>
        </div>
        <div>
          <dt>Reason</dt>
          <dd>{reason}</dd>
        </div>
      </dl>
      <div>
        <p className="text-ink-2 text-small">What is done, exactly</p>
        <pre className="whitespace-pre-wrap wrap-anywhere rounded-field bg-surface-2 p-3 text-small">{preview}</pre>
      </div>
      {canDecide ? <Decision id={id} /> : <p className="text-ink-2 text-small">Another operator with the role decides this.</p>}
    </Card>
  );
}

function Decision({ id }: { id: string }) {
  const router = useRouter();
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<'approve' | 'refuse' | null>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const way = button?.getAttribute('value') === 'refuse' ? 'refuse' : 'approve';
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '');
    setBusy(way);
    const answer = await post(`requests.${way}`, { id, reason });
    setBusy(null);
    setFault(answer.ok ? null : answer.message);
    router.refresh();
  }

  return (
    <form className="grid gap-2" onSubmit={send}>
      <Field autoComplete="off" label="Your reason (in the log for good)" maxLength={500} name="reason" required />
      <div className="flex flex-wrap gap-2">
        <Button isBusy={busy === 'approve'} size="small" type="submit" value="approve">
          Approve
        </Button>
        <Button isBusy={busy === 'refuse'} size="small" type="submit" value="refuse" variant="ghost">
          Refuse
        </Button>
      </div>
      <FaultNotice fault={fault} />
    </form>
  );
}
