import type { Identity } from '@/lib/dto/identity';
import { DOCUMENT_KINDS, type DocumentKind, hasBack, readCode, readDocumentNumber, readName } from '@/lib/rules/identity';

/** What has been entered so far. A tab keeps what was chosen and which pictures came; what says who somebody is stays in memory alone. */
export type Draft = {
  country: string;
  document: DocumentKind;
  firstName: string;
  lastName: string;
  number: string;
  front: string | null;
  back: string | null;
  hold: string | null;
  email: string;
  code: string;
};
export type Step = 'document' | 'details' | 'front' | 'back' | 'hold' | 'email';
export type Problem = 'country' | 'firstName' | 'lastName' | 'number' | 'picture' | 'email' | 'code';

/** An hour after it came a picture that nothing uses is gone; so much less is left to send it. A draft that nothing was added to for as long is worth nothing. */
const DRAFT_MS = 55 * 60_000;
const PICTURE_PAGES = ['front', 'back', 'hold'] as const;
/** As the exchange names a picture. */
const PICTURE_ID = /^[0-9a-f]{32}$/;
const EMPTY: Draft = {
  ...{ country: '', document: 'id', firstName: '', lastName: '', number: '', email: '', code: '' },
  ...{ front: null, back: null, hold: null },
};

/** Returns the steps of a document; a passport has no back. */
export function stepsOf(document: DocumentKind): readonly Step[] {
  return hasBack(document) ? ['document', 'details', 'front', 'back', 'hold', 'email'] : ['document', 'details', 'front', 'hold', 'email'];
}

/** Returns what is wrong on a step, null where it is complete. */
export function findProblem(step: Step, draft: Draft): Problem | null {
  if (step === 'document') return draft.country === '' ? 'country' : null;
  if (step === 'details') {
    if (readName(draft.firstName) === null) return 'firstName';
    if (readName(draft.lastName) === null) return 'lastName';
    return readDocumentNumber(draft.number) === null ? 'number' : null;
  }
  if (step === 'email') {
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim())) return 'email';
    return readCode(draft.code) === null ? 'code' : null;
  }
  return draft[step] === null ? 'picture' : null;
}

/** Returns what to begin with: what was sent before, without what has to be sent again. */
export function startFrom(identity: Identity): Draft {
  const { country, document, firstName, lastName, email, resend, pictures } = identity;
  const keep = (page: 'front' | 'back' | 'hold') => (resend.includes(page) ? null : (pictures?.[page] ?? null));
  return {
    ...EMPTY,
    ...{ country: country ?? '', document: document ?? 'id', firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' },
    ...{ front: keep('front'), back: keep('back'), hold: keep('hold') },
  };
}

/** Returns a draft without the pictures that were added to what was sent before, or without any where there are none: the exchange has not all of them. */
export function dropPictures(draft: Draft, identity: Identity): Draft {
  const sent = startFrom(identity);
  const added = PICTURE_PAGES.filter((page) => draft[page] !== null && draft[page] !== sent[page]);
  const dropped = added.length === 0 ? PICTURE_PAGES : added;
  return { ...draft, ...Object.fromEntries(dropped.map((page) => [page, null])) };
}

const nameOf = (userId: string) => `candor.identity.${userId}`;

/** The tab's own storage; null where the browser refuses it. */
function storage(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.sessionStorage;
  } catch (refusal) {
    if (refusal instanceof DOMException) return null;
    throw refusal;
  }
}

type Page = (typeof PICTURE_PAGES)[number];
type Kept = { at?: unknown; came?: unknown } & { [Name in keyof Draft]?: unknown };

/** Returns when each picture came (ms), of those that a time is known of. */
function readTimes(came: unknown): Partial<Record<Page, number>> {
  if (typeof came !== 'object' || came === null) return {};
  const times = came as Partial<Record<Page, unknown>>;
  return Object.fromEntries(PICTURE_PAGES.flatMap((page) => (typeof times[page] === 'number' ? [[page, times[page]]] : [])));
}

/** Returns what this tab keeps; null where that is nothing. */
function readText(userId: string): Kept | null {
  const text = storage()?.getItem(nameOf(userId)) ?? null;
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' ? kept : null;
  } catch (broken) {
    if (broken instanceof SyntaxError) return null;
    throw broken;
  }
}

/** Keeps of a draft in this tab what says nothing of a person; null forgets it. */
export function keepDraft(userId: string, draft: Draft | null, now: number): void {
  try {
    if (draft === null) storage()?.removeItem(nameOf(userId));
    else {
      const { country, document, front, back, hold } = draft;
      const before = readText(userId);
      const came = Object.fromEntries(
        PICTURE_PAGES.map((page) => [page, before?.[page] === draft[page] ? (readTimes(before?.came)[page] ?? now) : now]),
      );
      storage()?.setItem(nameOf(userId), JSON.stringify({ country, document, front, back, hold, at: now, came }));
    }
  } catch (full) {
    // A full storage only costs the memory over a reload.
    if (!(full instanceof DOMException)) throw full;
  }
}

/** Returns of what was kept what is a draft; anything else is as it was in the beginning. */
function readKept(kept: Kept, now: number): Draft | null {
  const { at, country, document } = kept;
  if (typeof at !== 'number' || now - at >= DRAFT_MS) return null;
  const times = readTimes(kept.came);
  const picture = (page: Page) => {
    const id = kept[page];
    return typeof id === 'string' && PICTURE_ID.test(id) && now - (times[page] ?? at) < DRAFT_MS ? id : null;
  };
  return {
    ...EMPTY,
    country: typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : '',
    document: DOCUMENT_KINDS.find((kind) => kind === document) ?? EMPTY.document,
    ...{ front: picture('front'), back: picture('back'), hold: picture('hold') },
  };
}

/** Returns the draft of this tab, without pictures that are over; null where there is none that is worth something. */
export function findDraft(userId: string, now: number): Draft | null {
  const kept = readText(userId);
  return kept === null ? null : readKept(kept, now);
}
