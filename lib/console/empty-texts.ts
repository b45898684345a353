import type { ListName } from '../operator/lists';
import type { QueueName } from '../operator/queues';

/** What stands where something that was asked for has no rows. */
export const NOTHING_FITS = 'Nothing fits what the list is narrowed by.';

/** What stands in an empty list: what it is for, and when something comes. */
export const EMPTY_LISTS: Readonly<Record<ListName, string>> = {
  users: 'No account yet. One comes with each registration and each first sign-in by a wallet.',
  pools: 'No pool. What the house has set aside to pay with stands here.',
  wallets: 'No hot wallet. One comes for each network that has an address to pay from.',
  reorganisations: 'No chain took blocks back. When one does and the exchange has followed it, what became of the deposits stands here.',
  'by-hand': 'Nothing was credited by hand. What arrived and was missed stands here once two operators have credited it.',
  markets: 'No market. One comes with its first version in the change log.',
  positions: 'No position is open on the real accounts. The largest comes first.',
  liquidations: 'Nothing was liquidated. A position of a real account stands here as soon as its margin has run out.',
  incidents: 'No incident. One opens by itself when something does not work, and ends by itself when it works again.',
  registry: 'No change yet. One comes with each version of a product, coin, network or market that two operators agreed on.',
  announcements: 'No announcement. One comes when what everybody is to be told was approved.',
  presales: 'No pre-sale. One comes when a second operator has agreed to open it.',
  help: 'No entry. Those that were changed by operators stand here with their versions.',
  answers: 'No saved answer. Answers that are given often can be saved, in each language.',
  jobs: 'No job. What the exchange does later stands here until it is done.',
  aside:
    'Nothing was put aside. What fails alone, such as the step of one loan, comes here so that the others go on. It is tried again by itself.',
  events: 'No event was put aside. One comes when its consumer has failed at it too often and went past it, so that the others go on.',
  consumers: 'No consumer. Each part of the exchange that hears of events stands here.',
  approvals: 'Nothing waits for a second operator. What one has asked for comes here, and lapses after 48 hours.',
  audits: 'Nothing was proved yet. Each subject stands here with its last result.',
  log: 'Nothing yet. Everything that operators do stands here for good.',
};

/** Parts of the list of jobs have a meaning of their own. */
export const EMPTY_JOBS = {
  'put aside': 'No job was put aside. One comes when it has failed ten times in a row, with an alarm, and waits for an operator.',
  failing: 'No job fails. One that failed stands here until it succeeds; it is tried again by itself.',
  waiting: 'No job waits.',
} as const;
export const NO_LEFT_CONSUMER = 'Every consumer is read. One comes when nobody has read for it for three days.';

/** The same of the queues of cases. */
export const EMPTY_QUEUES: Readonly<Record<QueueName, string>> = {
  identity: 'Nobody waits to be verified. A case comes when a member has sent details and pictures, and leaves with the decision.',
  loans: 'No application waits. One comes when a member has signed for more than is paid out without operators.',
  proofs: 'No proof waits. One comes when a member misses a deposit and sends a hash or a screenshot.',
  wires: 'No bank transfer is open. One comes when a member has announced it, and leaves when it was credited or refused.',
  claims: 'No claim is open. One comes when a member reaches VIP level 7 or higher, and leaves when it was fulfilled.',
  support: 'Nobody waits for an answer. Somebody comes with each message to support, and leaves with the answer.',
};

/** The same of withdrawals, by which of them are shown. */
export const EMPTY_WITHDRAWALS = {
  waiting: 'No withdrawal waits for people. One comes when it has to be reviewed or paid by hand, or is late.',
  open: 'No withdrawal is under way. One comes when a member has asked for it, and leaves when it was paid, refused or cancelled.',
  all: 'No withdrawal was asked for yet.',
} as const;
