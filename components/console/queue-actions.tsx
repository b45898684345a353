import type { QueueCase, QueueName } from '@/lib/operator/queues';
import { IDENTITY_PAGES, REFUSAL_REASONS } from '@/lib/rules/identity';
import { WIRE_REFUSALS } from '@/lib/rules/wire';
import { ActionForm } from './action-form';
import { BANK_FIELDS, CreditByHand } from './credit-by-hand';
import { Part } from './parts';

const ANSWERS = ['not-found', 'other-network', 'other-address', 'other-coin', 'credited'];
const RESEND = { name: 'resend', label: 'To be sent again', options: IDENTITY_PAGES, isList: true };

/** What can be done about a case of a queue; a thread of support has its own page. */
type Props = { queue: QueueName; found: QueueCase; facts: Readonly<Record<string, string>> | null; isLate: boolean };
export function QueueActions({ queue, found, facts, isLate }: Props) {
  const { id } = found;
  if (queue === 'identity')
    return (
      <>
        <Part title="Approve">
          <ActionForm act="identity.approve" input={{ id }} label="Verify this person" variant="action" />
        </Part>
        <Part title="Reject">
          <ActionForm
            act={isLate ? 'identity.reject-late' : 'identity.reject'}
            fields={[{ name: 'reason', label: 'What its owner reads', options: REFUSAL_REASONS }, RESEND]}
            input={{ id }}
            label={isLate ? 'Ask for rejection' : 'Reject'}
          />
        </Part>
      </>
    );
  if (queue === 'loans')
    return (
      <>
        <Part title="Pay out">
          <ActionForm act="loans.approve" input={facts ?? { loan: id }} label="Ask for the payout" variant="action" />
        </Part>
        <Part title="Reject">
          <ActionForm
            act="loans.reject"
            fields={[{ name: 'reason', label: 'What the borrower reads' }]}
            input={facts ?? { loan: id }}
            label="Reject"
          />
        </Part>
      </>
    );
  if (queue === 'proofs')
    return (
      <>
        <Part title="Answer">
          <ActionForm
            act="proofs.answer"
            fields={[
              { name: 'answer', label: 'Answer; none moves money', options: ANSWERS },
              { name: 'deposit', label: 'Number of the deposit, with credited alone', isOptional: true },
            ]}
            input={{ id }}
            label="Ask for the answer"
            variant="action"
          />
        </Part>
        <CreditByHand about={found.about} of={{ queue, id }} user={found.userId} />
      </>
    );
  if (queue === 'wires') return <WireActs facts={facts ?? { id }} />;
  if (queue === 'support') return <CreditByHand of={{ queue, id }} user={found.userId} />;
  if (queue !== 'claims') return null;
  return (
    <Part title="Fulfil">
      <ActionForm
        act="vip.fulfil"
        fields={[{ name: 'note', label: 'What was handed over, or agreed in writing' }]}
        // What a claim is about ends with its level.
        input={{ user: found.userId, level: found.about.at(-1) }}
        label="Ask to fulfil it"
        variant="action"
      />
    </Part>
  );
}

function WireActs({ facts }: { facts: Readonly<Record<string, string>> }) {
  return (
    <>
      <Part title="Credit">
        <ActionForm act="wires.credit" fields={BANK_FIELDS} input={facts} label="Ask for the credit" variant="action" />
      </Part>
      <Part title="Refuse">
        <ActionForm
          act="wires.refuse"
          fields={[{ name: 'reason', label: 'What its owner reads', options: WIRE_REFUSALS }]}
          input={facts}
          label="Ask for the refusal"
        />
      </Part>
    </>
  );
}
