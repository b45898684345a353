import { z } from 'zod';
import { ADDRESS_NETWORKS } from '../rules/address-shape';
import { FAQ_TOPICS } from '../rules/help';
import { STATUS_AREAS } from '../protocol/status';
import { LOCALES } from '../protocol/wire';
import { cursorField, defineEndpoint, ACCESS_LOG_WRITES, numberField, type OperatorEndpoint } from './define';
import { amount, cols, FILTER_WORD_MAX, isFilterWord, type List, long, one, size, time, word } from './list-columns';
import { WORK_LISTS } from './lists.work';

/** Rows of one page of a list. */
export const LIST_PAGE = 50;

const MARKET = word('market', 'Market, such as BTC-USDT');
const SIDE = one('side', 'Side', ['long', 'short']);

/** Every list of the console that is no queue: what it shows, what narrows it, who may see it. The console, its files and the exchange read this one table. */
export const LISTS = {
  users: {
    title: 'Users',
    permission: 'users.read',
    isPersonal: true,
    columns: cols('User', 'Name', time('Since'), 'State'),
    filters: [one('state', 'State', ['frozen by the house', 'frozen by the owner', 'withdrawals suspended', 'closed'])],
  },
  pools: {
    title: 'Pools',
    permission: 'requests.read',
    columns: cols('Pool', 'Accounts', 'Coin', amount('Free'), amount('Promised and set aside'), time('Until')),
    filters: [
      one('accounts', 'Accounts', ['real', 'demo']),
      word('pool', 'Pool'),
      word('coin', 'Coin'),
      one('state', 'State', ['nothing free']),
    ],
  },
  wallets: {
    title: 'Hot wallets',
    permission: 'requests.read',
    columns: cols('Network', 'Coin', amount('Holds'), long('Address')),
    filters: [one('network', 'Network', ADDRESS_NETWORKS)],
  },
  reorganisations: {
    title: 'Reorganisations of chains',
    permission: 'requests.read',
    columns: cols(
      'Reorganisation',
      'Network',
      time('Time'),
      'From block',
      'Back to block',
      'Only seen, undone',
      'Credited, carried',
      'Followed by',
    ),
    filters: [one('network', 'Network', ADDRESS_NETWORKS)],
  },
  'by-hand': {
    title: 'Credits by hand',
    permission: 'cases.read',
    isPersonal: true,
    columns: cols('User', 'Credited as', time('Time'), 'Over', amount('Amount'), 'Coin', 'Case', long('Hash, or line of the bank')),
    filters: [{ name: 'user', label: 'Number of a user', of: 'user' }],
  },
  markets: {
    title: 'Markets',
    permission: 'requests.read',
    columns: cols(
      ...[
        'Market',
        { name: 'State', kind: 'state' } as const,
        amount('Price'),
        { ...amount('Mark'), isMinor: true } as const,
        amount('Positions'),
        amount('Open interest'),
      ],
      ...[size('Largest (USDT)'), amount('Near liquidation'), amount('Liquidated in a day')],
    ),
    filters: [MARKET, one('state', 'State', ['fresh', 'not fresh', 'halted', 'near liquidation'])],
  },
  positions: {
    title: 'Largest positions',
    permission: 'users.read',
    isPersonal: true,
    columns: cols(
      'User',
      'Position',
      'Market',
      'Side',
      amount('Coins'),
      size('Cost (USDT)'),
      size('Margin (USDT)'),
      'Leverage',
      amount('Entry price'),
      time('Opened'),
    ),
    filters: [MARKET, SIDE],
  },
  liquidations: {
    title: 'Liquidations',
    permission: 'users.read',
    isPersonal: true,
    columns: cols(
      ...[
        'User',
        'Liquidation',
        time('Time'),
        'Market',
        'Side',
        amount('Closed'),
        amount('By the book'),
        amount('By the fund'),
        amount('By others'),
      ],
      ...[amount('Mark'), size('Lost (USDT)'), size('Given back (USDT)')],
    ),
    filters: [MARKET],
  },
  incidents: {
    title: 'Incidents',
    permission: 'requests.read',
    columns: cols('Incident', 'Area', 'Subject', time('Opened'), time('Closed'), long('Text')),
    filters: [one('area', 'Area', STATUS_AREAS), one('state', 'State', ['open', 'over'])],
  },
  registry: {
    title: 'Change log',
    permission: 'requests.read',
    columns: cols('Entry', 'Version', time('In force from'), long('Public note'), { name: 'Terms', isOfFile: true }),
    filters: [one('kind', 'Kind', ['product', 'asset', 'network', 'market']), one('state', 'State', ['changed', 'as listed first'])],
  },
  announcements: {
    title: 'Announcements',
    permission: 'requests.read',
    columns: cols('Announcement', 'Title', 'To', time('From'), time('Until'), 'Languages'),
    filters: [one('state', 'State', ['planned', 'shown', 'over'])],
  },
  presales: {
    title: 'Pre-sales',
    permission: 'requests.read',
    columns: cols(
      'Pre-sale',
      'Code',
      amount('Asked for'),
      amount('Supply'),
      'Token',
      amount('Price'),
      time('From'),
      time('Until'),
      'Delivery',
      'State',
    ),
    filters: [one('state', 'State', ['open', 'settling', 'over'])],
  },
  help: {
    title: 'Help texts',
    permission: 'requests.read',
    columns: cols('Entry', 'Topic', long('Question'), 'Version', time('Changed'), 'Languages changed'),
    filters: [one('topic', 'Topic', FAQ_TOPICS), one('state', 'State', ['changed', 'as shipped']), one('lang', 'Question in', LOCALES)],
  },
  answers: {
    title: 'Saved answers',
    permission: 'requests.read',
    columns: cols('Answer', 'Language', long('Text')),
    filters: [one('lang', 'Language', LOCALES)],
  },
  ...WORK_LISTS,
  // What is asked for names whom it is about: who sent money, where it goes, what somebody is told. So does what the log keeps of it.
  approvals: {
    title: 'Approvals',
    permission: 'requests.read',
    isLogged: true,
    columns: cols('Request', 'Act', 'About', 'Asked by', time('Asked at'), time('Lapses'), long('Reason'), long('What is done')),
    filters: [one('asked', 'Asked', ['by others', 'by me']), word('about', 'Acts about, such as withdrawals')],
  },
  audits: {
    title: 'Audit results',
    permission: 'log.read',
    columns: cols('Subject', time('Proved last'), 'Faults'),
    filters: [one('result', 'Result', ['exact', 'faults', 'never proved'])],
  },
  log: {
    title: 'Log',
    permission: 'log.read',
    isLogged: true,
    columns: cols('Row', time('Time'), 'Operator', 'By', 'Phase', 'Act', 'About', long('Reason'), 'Request', long('Outcome'), long('Hash')),
    filters: [word('operator', 'Operator'), word('act', 'Act, such as withdrawals.approve')],
  },
} as const satisfies Record<string, List>;
export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]];

/** What a list is, with its parts as every list has them. */
export const findList = (name: ListName): List => LISTS[name];

/** True when each look at a list is a row of the log. */
export const isLookLogged = (name: ListName): boolean => findList(name).isPersonal === true || findList(name).isLogged === true;

/** What a list is narrowed by, as its address and its file say it. */
export type ListFilters = Readonly<Record<string, string>>;

/** Reads what narrows a list; what it doesn't know is refused. */
export function filtersOf(name: ListName): z.ZodType<ListFilters> {
  const fields = findList(name).filters.map(({ name: field, options, of }) => {
    const [first, ...rest] = options ?? [];
    const value =
      of === 'user' ? numberField : first === undefined ? z.string().max(FILTER_WORD_MAX).refine(isFilterWord) : z.enum([first, ...rest]);
    return [field, value.optional()] as const;
  });
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<ListFilters>;
}

/** `about`: the object that a row leads to. Cells are texts, in the order of the columns. */
const listRow = z.strictObject({ id: z.string(), about: z.string().nullable(), isLate: z.boolean(), cells: z.array(z.string()) });
export type ListRow = z.infer<typeof listRow>;
const listPage = z.strictObject({ rows: z.array(listRow).max(LIST_PAGE), next: z.string().nullable() });
export type ListPage = z.infer<typeof listPage>;
type ListInput = { filters: ListFilters; after: string | null };
/** One endpoint a list, so that the matrix says of each who may see it. */
export const listEndpoints = Object.fromEntries(
  LIST_NAMES.map((name) => [
    name,
    defineEndpoint<ListInput, ListPage>({
      name: `lists.${name}`,
      access: 'session',
      permission: findList(name).permission,
      writes: isLookLogged(name) ? ACCESS_LOG_WRITES : [],
      input: z.strictObject({ filters: filtersOf(name).default({}), after: cursorField }) as unknown as z.ZodType<ListInput>,
      output: listPage,
    }),
  ]),
) as Record<ListName, OperatorEndpoint<ListInput, ListPage>>;
