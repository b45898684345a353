'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { post } from './post';
import { FaultNotice } from './fault-notice';

type Proof = { isClean: boolean; subjects: readonly { subject: string; figures: readonly string[]; faults: readonly string[] }[] };

/** Has everything proved that can be: the ledger, the prints, the operators' own log. */
export function AuditButton() {
  const router = useRouter();
  const [proof, setProof] = useState<Proof | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    const answer = await post<Proof>('audit.run', {});
    setBusy(false);
    setFault(answer.ok ? null : answer.message);
    if (!answer.ok) return;
    setProof(answer.data);
    router.refresh();
  }

  return (
    <div className="grid gap-4">
      <div>
        <Button isBusy={isBusy} onClick={run} size="small">
          Run the audit
        </Button>
      </div>
      <FaultNotice fault={fault} />
      {proof === null ? null : (
        <>
          <Notice isAlert tone={proof.isClean ? 'info' : 'danger'}>
            {proof.isClean ? 'Clean: everything that can be proved is exact.' : 'Not clean: see the faults.'}
          </Notice>
          <dl className="grid gap-3">
            {proof.subjects.map(({ subject, figures, faults }) => (
              <div className="border-line border-t pt-2 text-small" key={subject}>
                <dt className="font-strong">{subject}</dt>
                {figures.map((line) => (
                  <dd className="wrap-anywhere text-ink-2" key={line}>
                    {line}
                  </dd>
                ))}
                <dd className={faults.length === 0 ? 'text-ink-2' : 'text-danger'}>{faults.length === 0 ? 'exact' : faults.join('; ')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
