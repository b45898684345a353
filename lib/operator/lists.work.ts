import { cols, type List, long, one, time, word } from './list-columns';

/** Lists of the work behind the trading: what is to be done later, what was put aside, and who reads events. */
export const WORK_LISTS = {
  jobs: {
    title: 'Jobs',
    permission: 'requests.read',
    columns: cols('Job', 'Kind', long('Key'), 'State', time('Next'), 'Failed', long('Error')),
    filters: [one('state', 'State', ['put aside', 'failing', 'waiting']), word('kind', 'Kind')],
  },
  aside: {
    title: 'Rows put aside',
    permission: 'requests.read',
    columns: cols('Row', time('Due since'), time('Put aside'), time('Next try'), long('Reason')),
    filters: [one('kind', 'Kind', ['loan', 'staking', 'purchase', 'sale', 'option'])],
  },
  events: {
    title: 'Events put aside',
    permission: 'requests.read',
    columns: cols('Event', 'Consumer', 'Kind', time('Time'), 'Tried', long('Error')),
    filters: [word('consumer', 'Consumer')],
  },
  consumers: {
    title: 'Consumers of events',
    permission: 'requests.read',
    columns: cols('Consumer', 'Behind', 'Put aside', time('Read last'), time('Given up'), long('Kinds')),
    filters: [one('state', 'State', ['left alone'])],
  },
} as const satisfies Record<string, List>;
