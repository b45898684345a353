import type { z } from 'zod';
import { hrefOfObject } from '@/lib/console/pages';
import type { houseEndpoints } from '@/lib/operator/house';
import { getFormatter } from '@/lib/console/read-formatter';
import { Table } from './table';
import { Link } from '../ui/link';

type Pool = z.output<typeof houseEndpoints.treasury.output>['pools'][number];

const COLUMNS = [{ name: 'Coin' }, { name: 'Free', isNumber: true }, { name: 'Promised and set aside', isNumber: true }, { name: 'Until' }];
/** A pool of few coins shows them without being asked. */
const OPEN_MAX = 3;

/** Pools of one kind of account, each folded over its coins. */
export async function Pools({ pools, account }: { pools: readonly Pool[]; account: 'real' | 'demo' }) {
  const format = await getFormatter();
  const own = pools.filter((row) => row.account === account);
  const groups = [...new Set(own.map(({ pool }) => pool))].map((pool) => ({ pool, rows: own.filter((row) => row.pool === pool) }));
  return (
    <div className="grid gap-2">
      {groups.map(({ pool, rows }) => (
        <details className="rounded-card bg-surface-1 px-4 py-1" key={pool} open={account === 'real' && rows.length <= OPEN_MAX}>
          <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3">
            <b className="font-strong">{pool}</b>
            <span className="text-ink-2 text-small">{writeState(rows)}</span>
          </summary>
          <div className="grid gap-1 pb-3">
            <Table
              caption={`${pool}, ${account} accounts`}
              columns={COLUMNS}
              empty="No coin."
              rows={rows.map(({ asset, free, reserved, until }) => ({
                key: asset,
                href: null,
                isLate: isEmpty(free),
                cells: [asset, format.amount(free), format.amount(reserved), until === null ? '-' : format.time(until)],
              }))}
            />
            <Link className="inline-flex min-h-11 items-center text-accent text-small" href={hrefOfObject('pool', pool)} prefetch={false}>
              What operators did about it
            </Link>
          </div>
        </details>
      ))}
    </div>
  );
}

const isEmpty = (amount: string) => /^[0.]+$/.test(amount);

function writeState(rows: readonly Pool[]): string {
  const empty = rows.filter(({ free }) => isEmpty(free)).map(({ asset }) => asset);
  const coins = rows.length === 1 ? rows[0]?.asset : `${rows.length} coins`;
  return empty.length === 0 ? `${coins}, all with something free` : `${coins}; nothing free of ${empty.join(', ')}`;
}
