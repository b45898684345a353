import { Facts, PageHead, Part } from '@/components/console/parts';
import { RequestCard } from '@/components/console/requests';
import { Table } from '@/components/console/table';
import { writePromise, formatSpan } from '@/lib/console/formatter';
import { getFormatter } from '@/lib/console/read-formatter';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { ask } from '@/lib/console/ask';
import { EMPTY_LISTS } from '@/lib/console/empty-texts';
import { hrefOfQueue, titleOfQueue } from '@/lib/console/pages';
import { queueEndpoints } from '@/lib/operator/queues';
import { requestEndpoints } from '@/lib/operator/requests';

const COLUMNS = [
  { name: 'Queue' },
  { name: 'Waiting', isNumber: true },
  { name: 'Late', isNumber: true },
  { name: 'Oldest' },
  { name: 'Next promise' },
];
const SHOWN = 3;

export default async function TodayPage() {
  const [{ queues, money, alarms, health }, { items }] = await Promise.all([
    ask(queueEndpoints.today, {}),
    ask(requestEndpoints.list, { filters: {}, after: null }),
  ]);
  const format = await getFormatter();
  const now = Date.now();
  return (
    <>
      <PageHead title="Today" />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <Part title="Queues">
            <Table
              caption="Queues"
              columns={COLUMNS}
              empty="No queue."
              rows={queues.map(({ name, count, late, oldest, promise: until }) => ({
                key: name,
                href: hrefOfQueue(name),
                isLate: until !== null && until < now,
                cells: [
                  titleOfQueue(name),
                  format.count(count),
                  format.count(late),
                  oldest === null ? '-' : formatSpan(now - oldest),
                  writePromise(until, now),
                ],
              }))}
            />
          </Part>
          <Part title="Waits for a second operator">
            {items.length === 0 ? <p className="text-ink-2 text-small">{EMPTY_LISTS.approvals}</p> : null}
            {items.slice(0, SHOWN).map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
            {items.length > SHOWN ? (
              <Link className="inline-flex min-h-11 items-center text-accent text-small" href="/operator/requests" prefetch={false}>
                All that wait for a second operator
              </Link>
            ) : null}
          </Part>
        </div>
        <div className="grid min-w-0 gap-6">
          <Part title="Health">
            <Card>
              {/* What isn't well stands first. */}
              <Facts
                rows={health
                  .toSorted((a, b) => Number(a.isWell) - Number(b.isWell))
                  .map(({ what, state, isWell }) => {
                    const said = format.figures(state);
                    return [what, isWell ? said : <span className="text-warn" key={what}>{`! ${said}`}</span>] as const;
                  })}
              />
            </Card>
          </Part>
          <Part title="Alarms since the exchange began, the newest first">
            <Card>
              {alarms.length === 0 ? <p className="text-ink-2 text-small">None.</p> : null}
              <Facts rows={alarms.map(({ kind, count, at }) => [kind, `${format.count(count)}, last ${format.time(at)}`] as const)} />
            </Card>
          </Part>
          <Part title="Money within a day">
            <Card>
              {money.length === 0 ? <p className="text-ink-2 text-small">None came in, none was paid out.</p> : null}
              <Facts rows={money.map((row) => [row.asset, `+${format.amount(row.in)} in, −${format.amount(row.out)} out`] as const)} />
            </Card>
          </Part>
        </div>
      </div>
    </>
  );
}
