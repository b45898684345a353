import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Link } from '../ui/link';
import { hrefOfTarget } from '@/lib/console/pages';
import { formatAction, isOfKind } from '@/lib/console/formatter';
import { getFormatter } from '@/lib/console/read-formatter';
import type { OperatorRequest } from '@/lib/operator/requests';
import { Decision } from './decision';

/** A request that waits for a second operator: who asks, why, and exactly what would be done. */
export async function RequestCard({ request }: { request: OperatorRequest }) {
  const { id, act, target, reason, preview, requester, requestedAt, expiresAt, canDecide } = request;
  const format = await getFormatter();
  const where = hrefOfTarget(act, target);
  return (
    <Card className="grid min-w-0 gap-3">
      <h3>
        Request {id}: {formatAction(act)}{' '}
        {where === null ? (
          isOfKind(act, target) ? null : (
            target
          )
        ) : (
          <Link className="text-accent underline underline-offset-2" data-row href={where} prefetch={false}>
            {target}
          </Link>
        )}
      </h3>
      <Receipt className="gap-1">
        <ReceiptRow label="Asked by" value={requester} />
        <ReceiptRow label="Asked at" value={format.time(requestedAt)} />
        <ReceiptRow label="Lapses at" value={format.time(expiresAt)} />
        <ReceiptRow label="Reason" value={reason} />
      </Receipt>
      <div>
        <p className="text-ink-2 text-small">What is done, exactly</p>
        <pre className="whitespace-pre-wrap wrap-anywhere rounded-field bg-surface-2 p-3 text-small">{preview}</pre>
      </div>
      {canDecide ? <Decision id={id} /> : <p className="text-ink-2 text-small">Another operator with the role decides this.</p>}
    </Card>
  );
}
