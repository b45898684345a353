import { NOTIFICATION_VALUE_MAX } from '@/lib/rules/notifications';
import { ActionForm } from './action-form';
import { Part } from './parts';

type Props = {
  state: string;
  /** What is decided about: the exchange refuses where it is no longer so. */
  facts: Readonly<Record<string, string>>;
};

/** What can be done about a withdrawal in its state; each by two. Where a payment is under way, the exchange says whether it can be given up. */
export function WithdrawalActions({ state, facts }: Props) {
  const isPaid = state === 'approved' || state === 'sent';
  if (state !== 'review' && !isPaid) return null;
  return (
    <>
      {state === 'review' ? (
        <Part title="Approve">
          <ActionForm act="withdrawals.approve" input={facts} label="Ask for approval" variant="action" />
        </Part>
      ) : (
        <>
          <Part title="Paid by hand">
            <p className="text-ink-2 text-small">
              Pay only what a file of "pay list" or "pay psbt" names: anything else goes back when its account is frozen, and would be paid
              twice.
            </p>
            <ActionForm
              act="withdrawals.pay"
              fields={[{ name: 'txid', label: 'Hash of the transaction' }]}
              input={facts}
              label="Ask to follow it"
            />
          </Part>
          <Part title="Pay it anew">
            <p className="text-ink-2 text-small">
              Only where nothing that was sent for it can come into the chain any more, or where nobody pays it by a file.
            </p>
            <ActionForm act="withdrawals.again" input={facts} label="Ask to pay it anew" />
          </Part>
        </>
      )}
      {state === 'sent' ? null : (
        <Part title="Refuse">
          <ActionForm
            act="withdrawals.refuse"
            fields={[{ name: 'why', label: 'What its owner reads', maxLength: NOTIFICATION_VALUE_MAX }]}
            input={facts}
            label="Ask for refusal"
          />
        </Part>
      )}
    </>
  );
}
