'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { FaultNotice } from './fault-notice';
import { SubmitForm } from './client-form';
import { post } from './post';
import { ProveForm } from './prove-form';

/** Approves or refuses a request, with a reason. */
export function Decision({ id }: { id: string }) {
  const router = useRouter();
  const [fault, setFault] = useState<string | null>(null);
  const [proof, setProof] = useState<'needed' | 'given' | null>(null);
  const [busy, setBusy] = useState<'approve' | 'refuse' | null>(null);

  async function decide(way: 'approve' | 'refuse', form: HTMLFormElement) {
    if (busy !== null) return;
    setBusy(way);
    const answer = await post(`requests.${way}`, { id, reason: String(new FormData(form).get('reason') ?? '') });
    setBusy(null);
    setFault(answer.ok ? null : answer.message);
    const isProofNeeded = !answer.ok && answer.code === 'PROOF_NEEDED';
    setProof(isProofNeeded ? 'needed' : null);
    // What was typed stays while it is proved again.
    if (!isProofNeeded) router.refresh();
  }

  function proved() {
    setProof('given');
    setFault(null);
  }

  return (
    <>
      <SubmitForm
        after={<FaultNotice fault={fault} />}
        deeds={[
          { label: 'Approve', variant: 'action', isBusy: busy === 'approve', onDo: (form) => void decide('approve', form) },
          { label: 'Refuse', variant: 'ghost', isBusy: busy === 'refuse', onDo: (form) => void decide('refuse', form) },
        ]}
      >
        <Field autoComplete="off" label="Your reason (in the log for good)" maxLength={500} name="reason" required />
      </SubmitForm>
      {proof === 'needed' ? <ProveForm onProved={proved} /> : null}
      {proof === 'given' ? <Notice isAlert>Proved. Now approve or refuse.</Notice> : null}
    </>
  );
}
