import { z } from 'zod';
import { cursorField } from '../../lib/operator/define';
import { defineAction } from '../modules/operators/operators';

const user = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a user');

/**
 * A look at a person's account: the log says who looked, when and why, and nothing of what was seen or searched for. Without a user it is a search that found nobody,
 * which tells that somebody is no member.
 */
export const readUserAction = defineAction({
  name: 'users.read',
  schema: z.strictObject({ user: user.nullable() }),
  describe: ({ user: of }) => [of === null ? 'an account is searched for' : `the account of user ${of} is shown`],
  run: (_tx, { input: { user: of } }) =>
    Promise.resolve(of === null ? 'a search for an account found nobody' : `the account of user ${of} was shown`),
});

/** An audit that an operator has done; what it found is kept as its results. */
export const runAuditAction = defineAction({
  name: 'audit.run',
  schema: z.strictObject({}),
  describe: () => ['everything that can be proved is proved'],
  run: () => Promise.resolve('an audit of everything that can be proved was begun'),
});

const short = z.string().min(1).max(40);

/** A look at a list of persons' cases, or at the page of a user (`isPage`): the log says which, and nothing of what was seen. */
export const readListAction = defineAction({
  name: 'lists.read',
  schema: z.strictObject({
    list: short,
    filter: z.string().min(1).max(700),
    user: user.nullable(),
    after: cursorField,
    isPage: z.boolean().default(false),
  }),
  describe: ({ list }) => [`the list ${list} is shown`],
  run: (_tx, { input: { list, filter, user: of, after, isPage } }) =>
    Promise.resolve(
      isPage
        ? `the page of ${list} was opened`
        : `the list ${list} was shown (${filter}${of === null ? '' : `, user ${of}`}${after === null ? '' : `, behind row ${after}`})`,
    ),
});

/** A look at what somebody sent to a queue, or at the page of a case (`isPage`). */
export const readCaseAction = defineAction({
  name: 'cases.read',
  schema: z.strictObject({ queue: short, id: user, isPage: z.boolean().default(false) }),
  describe: ({ queue, id }) => [`case ${id} of the queue ${queue} is shown`],
  run: (_tx, { input: { queue, id, isPage } }) =>
    Promise.resolve(`${isPage ? 'the page of case' : 'case'} ${id} of the queue ${queue} was ${isPage ? 'opened' : 'shown'}`),
});

/** A table that was taken away. */
export const readReportAction = defineAction({
  name: 'reports.read',
  schema: z.strictObject({ report: short, day: z.iso.date(), after: cursorField, filter: z.string().min(1).max(700).default('all') }),
  describe: ({ report, day }) => [`the report ${report} of ${day} is read`],
  run: (_tx, { input: { report, day, after, filter } }) =>
    Promise.resolve(
      `the report ${report} of ${day} was read${filter === 'all' ? '' : ` (${filter})`}${after === null ? '' : ` behind row ${after}`}`,
    ),
});

/** A file that moves deposit addresses, unsigned. */
export const prepareSweepAction = defineAction({
  name: 'sweeps.prepare',
  schema: z.strictObject({ network: short, after: z.string().max(120) }),
  describe: ({ network }) => [`a sweep of the deposit addresses of ${network} is prepared, unsigned`],
  run: (_tx, { input: { network } }) =>
    Promise.resolve(`a sweep of the deposit addresses of ${network} to the hot wallet was prepared, unsigned`),
});
