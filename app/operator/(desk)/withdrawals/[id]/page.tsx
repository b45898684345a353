import type { Metadata } from 'next';
import { Facts, ObjectPage, PageHead, Part, UserLink } from '@/components/console/parts';
import { Past, Waiting } from '@/components/console/timeline';
import { WithdrawalActions } from '@/components/console/withdrawal-actions';
import { Card } from '@/components/ui/card';
import { ask } from '@/lib/console/ask';
import { readNumber, readTimelineQuery } from '@/lib/console/query';
import { getFormatter } from '@/lib/console/read-formatter';
import { describeWait, withdrawalEndpoints } from '@/lib/operator/withdrawals';
import type { ListSearch } from '../../list-of';

export const metadata: Metadata = { title: 'Withdrawal' };

type Props = { params: Promise<{ id: string }>; searchParams: ListSearch };

export default async function WithdrawalPage({ params, searchParams }: Props) {
  const [number, page, format] = await Promise.all([readNumber(params), readTimelineQuery(searchParams), getFormatter()]);
  const { withdrawal, steps, ...timeline } = await ask(withdrawalEndpoints.show, { id: number, ...page });
  const { id, userId, asset, network, address, amount, fee, arrives, state, txid, waitsFor, refusal, requestedAt, until, delay } =
    withdrawal;
  const facts = { id, user: userId, amount, fee, arrives, asset, network, address };
  const around = { timeline, page, path: `/operator/withdrawals/${id}` };
  const isDecidable = timeline.requests.length === 0 && page.after === null;
  return (
    <>
      <PageHead title={`Withdrawal ${id}`} />
      <ObjectPage
        side={
          <>
            <Waiting {...around} />
            {isDecidable ? <WithdrawalActions facts={facts} state={state} /> : null}
          </>
        }
      >
        <Card>
          <Facts
            rows={[
              ['State', delay === null ? state : `${state}, late: ${delay}`],
              ...(waitsFor === null ? [] : [['Waits because', describeWait(waitsFor)] as const]),
              ['Asked for', format.time(requestedAt)],
              ...(until === null ? [] : [['Promised by', format.time(until)] as const]),
              ['Amount', `${format.amount(amount)} ${asset}`],
              ['Fee', `${format.amount(fee)} ${asset}`],
              ['Arrives', `${format.amount(arrives)} ${asset}`],
              ['Network', network],
              ['Address', address],
              ['User', <UserLink id={userId} key="user" />],
              ...(txid === null
                ? []
                : [
                    ['Transaction', txid] as const,
                    ['Confirmations', `${withdrawal.confirmations} of ${withdrawal.confirmationsNeeded}`] as const,
                  ]),
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
