import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { Facts, ObjectPage, PageHead, Part } from '@/components/console/parts';
import { RequestCard } from '@/components/console/requests';
import { Timeline } from '@/components/console/timeline';
import { writeAmount, writeTime } from '@/components/console/words';
import { Card } from '@/components/ui/card';
import { ask } from '@/lib/console/ask';
import { readNumber } from '@/lib/console/query';
import { withdrawalEndpoints } from '@/lib/operator/withdrawals';

export const metadata: Metadata = { title: 'Withdrawal' };

export default async function WithdrawalPage({ params }: { params: Promise<{ id: string }> }) {
  const { withdrawal, steps, requests, log } = await ask(withdrawalEndpoints.show, { id: await readNumber(params) });
  const { id, userId, asset, network, address, amount, fee, arrives, state, txid, refusal } = withdrawal;
  const facts = { id, amount, fee, arrives, asset, network, address };
  const isReviewed = state === 'review' && requests.length === 0;
  const isPaid = state === 'approved' && requests.length === 0;
  return (
    <>
      <PageHead title={`Withdrawal ${id}`} />
      <ObjectPage
        side={
          <>
            {requests.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
            {isReviewed ? (
              <>
                <Part title="Approve">
                  <ActForm act="withdrawals.approve" input={facts} label="Ask for approval" variant="action" />
                </Part>
                <Part title="Refuse">
                  <ActForm
                    act="withdrawals.refuse"
                    fields={[{ name: 'why', label: 'What its owner reads' }]}
                    input={facts}
                    label="Ask for refusal"
                  />
                </Part>
              </>
            ) : null}
            {isPaid ? (
              <Part title="Paid by hand">
                <ActForm
                  act="withdrawals.pay"
                  fields={[{ name: 'txid', label: 'Hash of the transaction' }]}
                  input={facts}
                  label="Ask to follow it"
                />
              </Part>
            ) : null}
          </>
        }
      >
        <Card>
          <Facts
            rows={[
              ['State', state],
              ['Amount', `${writeAmount(amount)} ${asset}`],
              ['Fee', `${writeAmount(fee)} ${asset}`],
              ['Arrives', `${writeAmount(arrives)} ${asset}`],
              ['Network', network],
              ['Address', address],
              ['User', userId],
              ...(txid === null ? [] : [['Transaction', txid] as const]),
              ...(refusal === null ? [] : [['Refused because', refusal] as const]),
            ]}
          />
        </Card>
        <Part title="Its steps">
          <Facts rows={steps.map(({ step, at }, index) => [`${index + 1}. ${step}`, writeTime(at)] as const)} />
        </Part>
        <Part title="What operators did">
          <Timeline lines={log} />
        </Part>
      </ObjectPage>
    </>
  );
}
