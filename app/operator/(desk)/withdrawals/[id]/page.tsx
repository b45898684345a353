import type { Metadata } from 'next';
import { ActionForm } from '@/components/console/action-form';
import { Facts, ObjectPage, PageHead, Part, UserLink } from '@/components/console/parts';
import { Past, Waiting } from '@/components/console/timeline';
import { Card } from '@/components/ui/card';
import { ask } from '@/lib/console/ask';
import { readNumber, readTimelineQuery } from '@/lib/console/query';
import { getFormatter } from '@/lib/console/read-formatter';
import { withdrawalEndpoints } from '@/lib/operator/withdrawals';
import type { ListSearch } from '../../list-of';

export const metadata: Metadata = { title: 'Withdrawal' };

type Props = { params: Promise<{ id: string }>; searchParams: ListSearch };

export default async function WithdrawalPage({ params, searchParams }: Props) {
  const [number, page, format] = await Promise.all([readNumber(params), readTimelineQuery(searchParams), getFormatter()]);
  const { withdrawal, steps, ...timeline } = await ask(withdrawalEndpoints.show, { id: number, ...page });
  const { id, userId, asset, network, address, amount, fee, arrives, state, txid, refusal } = withdrawal;
  const facts = { id, amount, fee, arrives, asset, network, address };
  const around = { timeline, page, path: `/operator/withdrawals/${id}` };
  const isDecidable = timeline.requests.length === 0 && page.after === null;
  const isReviewed = state === 'review' && isDecidable;
  const isPaid = state === 'approved' && isDecidable;
  return (
    <>
      <PageHead title={`Withdrawal ${id}`} />
      <ObjectPage
        side={
          <>
            <Waiting {...around} />
            {isReviewed ? (
              <>
                <Part title="Approve">
                  <ActionForm act="withdrawals.approve" input={facts} label="Ask for approval" variant="action" />
                </Part>
                <Part title="Refuse">
                  <ActionForm
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
                <p className="text-ink-2 text-small">
                  Pay only what a file of "pay list" or "pay psbt" names: anything else goes back when its account is frozen, and would be
                  paid twice.
                </p>
                <ActionForm
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
              ['Amount', `${format.amount(amount)} ${asset}`],
              ['Fee', `${format.amount(fee)} ${asset}`],
              ['Arrives', `${format.amount(arrives)} ${asset}`],
              ['Network', network],
              ['Address', address],
              ['User', <UserLink id={userId} key="user" />],
              ...(txid === null ? [] : [['Transaction', txid] as const]),
              ...(refusal === null ? [] : [['Refused because', refusal] as const]),
            ]}
          />
        </Card>
        <Part title="Its steps">
          <Facts rows={steps.map(({ step, at }, index) => [`${index + 1}. ${step}`, format.time(at)] as const)} />
        </Part>
        <Past {...around} />
      </ObjectPage>
    </>
  );
}
