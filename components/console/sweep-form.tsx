'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ClientForm } from './client-form';
import { Part } from './parts';
import { post } from './post';
import { FaultNotice } from './fault-notice';

type Prepared = { name: string; file: string; lines: readonly string[]; next: string | null };
type Asked = { network: string; feePerByte: number | null; reason: string };

/** Hands the file over to the browser, which keeps it where its owner says. */
function keep({ name, file }: Prepared): void {
  const bytes = Uint8Array.from(atob(file), (char) => char.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Prepares what moves the deposit addresses of a network, for who holds their keys to sign. */
export function SweepForm({ networks }: { networks: readonly string[] }) {
  const [network, setNetwork] = useState(networks[0] ?? '');
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function prepare(input: Asked, after: string) {
    setBusy(true);
    const answer = await post<Prepared>('sweeps.prepare', { ...input, after });
    setBusy(false);
    setFault(answer.ok ? null : answer.message);
    setAsked(input);
    setPrepared(answer.ok ? answer.data : null);
  }
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '').trim() || null;
    const fee = read('fee');
    void prepare({ network, feePerByte: fee === null ? null : Number(fee), reason: read('reason') ?? '' }, '');
  }

  return (
    <div className="grid max-w-[44rem] gap-6">
      <p className="text-ink-2 text-small">
        A file of up to 100 addresses that nobody has signed: transactions on ERC20, a PSBT on BTC, elsewhere a list. Who holds the keys
        reads and signs it. It goes to the hot wallet that the settings name. Nothing is sent from here, and each file is in the log.
      </p>
      <ClientForm className="grid gap-2" onSubmit={send}>
        <label className="grid gap-0.5 rounded-field bg-surface-2 px-4 py-2.5">
          <span className="text-ink-2 text-micro">Network</span>
          <select
            className="w-full bg-transparent font-strong text-ink-1"
            onChange={({ target }) => setNetwork(target.value)}
            value={network}
          >
            {networks.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        {network === 'BTC' ? <Field inputMode="numeric" label="Satoshi per byte" name="fee" pattern="[1-9][0-9]{0,3}" required /> : null}
        <Field autoComplete="off" label="Reason (in the log for good)" maxLength={500} name="reason" required />
        <Button isBusy={isBusy} size="small" type="submit" variant="action">
          Prepare the file
        </Button>
      </ClientForm>
      <FaultNotice fault={fault} />
      {prepared === null ? null : (
        <Part title={prepared.file === '' ? 'Nothing is to be moved' : prepared.name}>
          {prepared.lines.length === 0 ? null : (
            <pre className="wrap-anywhere max-h-96 overflow-y-auto whitespace-pre-wrap rounded-field bg-surface-2 p-3 text-small">
              {prepared.lines.join('\n')}
            </pre>
          )}
          <div className="flex flex-wrap gap-2">
            {prepared.file === '' ? null : (
              <Button onClick={() => keep(prepared)} size="small">
                Save the file
              </Button>
            )}
            {prepared.next === null || asked === null ? null : (
              <Button isBusy={isBusy} onClick={() => void prepare(asked, prepared.next ?? '')} size="small" variant="ghost">
                Prepare the next addresses
              </Button>
            )}
          </div>
        </Part>
      )}
    </div>
  );
}
