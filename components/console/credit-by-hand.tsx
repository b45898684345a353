import { ADDRESS_NETWORKS } from '@/lib/rules/address-shape';
import { type ActionField, ActionForm } from './action-form';
import { Part } from './parts';

/** Queues in which a member says that money is missed. */
const QUEUES = ['proofs', 'wires', 'support'];
const PLACES = ['deposit-address', 'hot-wallet'];
const CASE_FIELDS: readonly ActionField[] = [
  { name: 'queue', label: 'Where they missed it', options: QUEUES, value: 'support' },
  { name: 'id', label: 'Number of the case', hint: 'In the support inbox the number of the user' },
];
/** What is typed of a line of the bank. */
export const BANK_FIELDS: readonly ActionField[] = [
  { name: 'line', label: "The bank's number of the line" },
  { name: 'arrived', label: 'What arrived', kind: 'amount' },
  { name: 'sender', label: 'Who sent it, as the bank says' },
  { name: 'credited', label: 'What the account receives, fee taken off', kind: 'amount' },
];

/** What was said of it, such as `500 USDT on ERC20`. */
function chainFields(about: string): readonly ActionField[] {
  const [, amount, asset, network] = /^([\d.]+) ([A-Z0-9]+) on ([A-Z0-9]+)$/.exec(about) ?? [];
  return [
    { name: 'network', label: 'Network that it arrived over', options: ADDRESS_NETWORKS, value: network },
    { name: 'asset', label: 'Coin', value: asset },
    { name: 'amount', label: 'What arrived, as the chain shows it', kind: 'amount', value: amount },
    { name: 'hash', label: 'Hash of the transaction', hint: 'All of it: a transaction counts once' },
    { name: 'place', label: 'Where it arrived', options: PLACES },
    { name: 'address', label: 'The address' },
  ];
}

type Props = {
  user: string;
  /** The case that the page is of; without it the case is typed. */
  of?: { queue: string; id: string };
  about?: string;
};

/** Money that arrived and that nobody was credited, over a chain or at the bank: by two, once, under the case in which it was missed. */
export function CreditByHand({ user, of, about = '' }: Props) {
  const asked = of === undefined ? CASE_FIELDS : [];
  return (
    <>
      <Part title="Credit a missing deposit by hand">
        <p className="text-ink-2 text-small">
          Only what no chain credits by itself: sent by a contract, before a network was looked at, to our hot wallet. Compare hash, address
          and amount with an explorer; two agree.
        </p>
        <ActionForm
          act="deposits.credit"
          fields={[...asked, ...chainFields(about)]}
          input={{ user, ...of }}
          label="Ask for the credit by hand"
        />
      </Part>
      {of?.queue === 'proofs' ? null : (
        <Part title="Credit a bank transfer without a reference">
          <p className="text-ink-2 text-small">
            What the bank has and no bank transfer of this person is open for. A line of the bank counts once; the fee is that of today.
          </p>
          <ActionForm act="wires.enter" fields={[...asked, ...BANK_FIELDS]} input={{ user, ...of }} label="Ask to credit the transfer" />
        </Part>
      )}
    </>
  );
}
