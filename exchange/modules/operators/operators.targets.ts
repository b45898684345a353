import type { ActionName } from './operators.matrix';

/** What an input may be about, the most exact first: an action is about the first of these that its input has. */
const SUBJECTS = [
  ['queue', 'id'],
  ['list'],
  ['report'],
  ['id'],
  ['kind', 'code'],
  ['consumer', 'event'],
  ['consumer'],
  ['loan'],
  ['job'],
  ['row'],
  ['incident'],
  ['announcement'],
  ['entry'],
  ['product'],
  ['user', 'level'],
  ['user'],
  ['pool'],
  ['market'],
  ['network'],
  ['name'],
  ['keyId'],
] as const;

/**
 * Returns what an action is about, as the log and the timelines name it: read from the input that the action itself runs with, so that nobody logs it as being
 * about something else. What is about none of these is about its kind: `announcements`.
 */
export function findTarget(act: ActionName, input: unknown): string {
  const fields = new Map(Object.entries(Object(input) as Record<string, unknown>));
  const subject = SUBJECTS.find((names) => names.every((name) => typeof fields.get(name) === 'string'));
  return subject === undefined ? (act.split('.')[0] ?? act) : subject.map((name) => fields.get(name)).join(' ');
}
