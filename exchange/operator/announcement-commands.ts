import { listPublished } from '../modules/announcements/announcements';
import type { ActionName } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { readJson } from './read-json';

type Result = { code: number; text: string };
type Call = { db: Database; words: readonly string[] };
type Door<C extends Call> = {
  act(call: C, name: ActionName, input: unknown): Promise<Result>;
};

export const ANNOUNCEMENT_USAGE = `  announce                              the newest 50 announcements, shown or not
  announce <file>                       ask for one to be published: { "texts": { "en": { "title", "text" }, "de": ... }, "pinned", "starts", "ends",
                                        "audience": "all" or "sandbox" }; English is needed, the others fall back to it
  announce end <number>                 shows one no longer
`;

/** Returns the commands of announcements. */
export function createAnnouncementCommands<C extends Call>({ act }: Door<C>) {
  async function list(call: C): Promise<Result> {
    const lines = (await listPublished(call.db.read)).map(
      ({ id, title, audience, isPinned, startsAt, endsAt, langs }) =>
        `${id}  ${startsAt.toISOString()} to ${endsAt?.toISOString() ?? '-'}  ${audience}${isPinned ? '  pinned' : ''}  ${langs}  ${title}\n`,
    );
    return { code: 0, text: lines.join('') };
  }
  return {
    async announce(call: C): Promise<Result> {
      const [word, number = ''] = call.words;
      if (word === undefined) return list(call);
      if (word === 'end') return act(call, 'announcements.end', { announcement: number });
      return act(call, 'announcements.publish', readJson(word));
    },
  };
}
