'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FaultNotice } from './fault-notice';
import { post } from './post';

/** Approves or refuses a request, with a reason. */
export function Decision({ id }: { id: string }) {
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
