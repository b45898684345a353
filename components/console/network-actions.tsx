import type { houseEndpoints } from '@/lib/operator/house';
import { OPERATOR_PAUSE_REASONS } from '@/lib/rules/network-pauses';
import type { z } from 'zod';
import { ActionForm, type ActionField } from './action-form';
import type { Formatter } from '@/lib/console/formatter';

type Treasury = z.output<typeof houseEndpoints.treasury.output>;
type Network = Treasury['networks'][number];

/** What a network is stopped with. */
export const STOP_FIELDS: readonly ActionField[] = [
  { name: 'scope', label: 'What stops; all: credits too', options: ['paying', 'all'] },
  { name: 'reason', label: 'What everybody reads', options: OPERATOR_PAUSE_REASONS },
];

/** From where a network goes on that was reorganised deeply. */
export const FOLLOW_FIELDS: readonly ActionField[] = [{ name: 'block', label: 'Last block that is as it was, as the alarm names it' }];

/** What the next payment of the hot wallet is numbered with. */
export const RENUMBER_FIELDS: readonly ActionField[] = [
  { name: 'signer', label: 'Address of the hot wallet' },
  { name: 'number', label: 'Number of the next transaction', hint: 'As many as are in the chain or on their way, ours and others' },
];

function writeState(format: Formatter, stop: Network['stop']): string {
  if (stop === null) return 'not stopped by operators';
  return `${stop.stopsCrediting ? 'payments and credits' : 'payments'} stopped (${stop.reason}) since ${format.time(stop.since)}`;
}

/** Stops payments of a network, or its credits too, at once, and asks for them to go on; also where its chain was reorganised deeply. */
export function NetworkActions({ networks, pauses, format }: Pick<Treasury, 'networks' | 'pauses'> & { format: Formatter }) {
  const isDeep = (code: string) => pauses.some(({ network, reason }) => network === code && reason === 'deep_reorganisation');
  return (
    <>
      <p className="text-ink-2 text-small">
        Stopping takes one operator and is done at once; what is requested waits with its money held. Going on takes two.
      </p>
      {networks.map(({ network, stop }) => (
        <details className="rounded-card border border-line px-4 py-1" key={network}>
          <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2">
            <b className="font-strong">{network}</b> <span className="text-ink-2 text-small">{writeState(format, stop)}</span>
          </summary>
          <div className="grid gap-5 pt-1 pb-3">
            {stop === null ? null : (
              <ActionForm act="networks.resume" input={{ network }} label={`Ask to let ${network} go on`} variant="action" />
            )}
            {isDeep(network) ? (
              <ActionForm act="networks.follow" fields={FOLLOW_FIELDS} input={{ network }} label={`Ask to follow ${network}`} />
            ) : null}
            <ActionForm act="networks.pause" fields={STOP_FIELDS} input={{ network }} label={`Stop ${network}`} />
          </div>
        </details>
      ))}
    </>
  );
}
