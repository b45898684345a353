import { z } from 'zod';
import { timeField } from '../../../lib/operator/define';
import { LOCALES } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { ActionRefused, defineAction } from '../operators/operators';
import { announcementPublished } from './announcements.events';
import {
  endAnnouncement,
  insertAnnouncement,
  listAllAnnouncements,
  type NewAnnouncement,
  type PlannedAnnouncement,
} from './announcements.repository';

const TITLE_MAX = 200;
const TEXT_MAX = 5_000;
/** Announcements of one look. */
const LIST_MAX = 50;

/** The database takes no zero byte. */
const textField = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !text.includes('\0'));
/** A title stands in lists and at the head of pages. */
const titleField = textField(TITLE_MAX).refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'a title is one line');
const textsField = z.strictObject({ title: titleField, text: textField(TEXT_MAX) });

/** What everybody is told is read by two: a false one sends people to thieves. English is always there. */
export const publishAnnouncementAction = defineAction({
  name: 'announcements.publish',
  schema: z
    .strictObject({
      audience: z.enum(['all', 'sandbox']).default('all'),
      pinned: z.boolean().default(false),
      starts: timeField.nullish(),
      ends: timeField.nullish(),
      texts: z.partialRecord(z.enum(LOCALES), textsField).refine((texts) => texts.en !== undefined, 'English is missing'),
    })
    .refine(({ starts, ends }) => starts == null || ends == null || Date.parse(ends) > Date.parse(starts), 'it ends before it starts'),
  describe: ({ audience, pinned, starts, ends, texts }) => [
    `${audience === 'all' ? 'everybody' : 'the sandbox'} is told, ${starts ?? 'from now on'} until ${ends ?? 'it is ended'}${pinned ? ', pinned' : ''}:`,
    ...Object.entries(texts).map(([lang, { title, text }]) => `${lang}: ${title}\n${text}`),
  ],
  async run(tx, { input: { audience, pinned, starts, ends, texts }, at }) {
    const startsAt = starts == null ? at : Date.parse(starts);
    const endsAt = ends == null ? null : Date.parse(ends);
    if (endsAt !== null && endsAt <= Math.max(at, startsAt)) throw new ActionRefused('INPUT_INVALID', 'It would have ended by now.');
    const id = await publishAnnouncement(tx, { audience, isPinned: pinned, startsAt, endsAt, texts }, at);
    return `announcement ${id} was published`;
  },
});

/** Publishes an announcement and has every member told once it is shown. Returns its number. */
export async function publishAnnouncement(tx: Tx, announcement: NewAnnouncement, at: number): Promise<string> {
  const id = await insertAnnouncement(tx, announcement);
  const payload = { announcement: id, startsAt: announcement.startsAt };
  await appendEvents(tx, [announcementPublished.create({ userId: null, mode: null, at, payload })]);
  return id;
}

/** Taking one back must not wait for anybody. */
export const endAnnouncementAction = defineAction({
  name: 'announcements.end',
  schema: z.strictObject({ announcement: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of an announcement') }),
  describe: ({ announcement }) => [`announcement ${announcement} is shown no longer`],
  async run(tx, { input: { announcement: id }, at }) {
    if (!(await endAnnouncement(tx, { id, at }))) throw new ActionRefused('INPUT_INVALID', `No announcement ${id} is shown or planned.`);
    return `announcement ${id} was ended`;
  },
});

/** The newest announcements, shown or not, for operators; `page`: others than the first 50. */
export function listPublished(
  tx: Tx,
  page: Parameters<typeof listAllAnnouncements>[1] = { limit: LIST_MAX },
): Promise<PlannedAnnouncement[]> {
  return listAllAnnouncements(tx, page);
}
