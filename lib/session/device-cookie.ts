import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Half a year without a sign-in, and the browser is a new one. */
export const DEVICE_COOKIE_MAX_AGE_S = 180 * 24 * 60 * 60;
/** Names that one browser is known for; the one signed in with longest ago goes first. */
const NAMES_MAX = 4;
const MARK_LENGTH = 22;
const COOKIE = /^([A-Za-z0-9_-]{22})\.(\d{1,15})\.([A-Za-z0-9_-]{0,88})\.([A-Za-z0-9_-]{43})$/;

/** A browser on which somebody signed in by password before. `marks`: a keyed hash of each name, the newest last; the names can't be read from it. */
export type Device = { id: string; marks: readonly string[] };

const keyed = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url');
const markOf = (id: string, name: string, secret: string) =>
  keyed(`device name ${id} ${name.trim().toLowerCase()}`, secret).slice(0, MARK_LENGTH);

/** Returns the device of a cookie value; null when it was not made by us or is too old. `now` in ms. */
export function readDeviceCookie({ cookie, secret, now }: { cookie: string | undefined; secret: string; now: number }): Device | null {
  const match = COOKIE.exec(cookie ?? '');
  if (match === null) return null;
  const [, id = '', issuedAt = '', marks = '', mac = ''] = match;
  const isOurs = timingSafeEqual(Buffer.from(keyed(`device ${id}.${issuedAt}.${marks}`, secret)), Buffer.from(mac));
  if (!isOurs || now - Number(issuedAt) >= DEVICE_COOKIE_MAX_AGE_S * 1000) return null;
  return { id, marks: marks.match(/.{22}/g) ?? [] };
}

/** Returns a browser on which nobody has signed in yet. */
export function createDevice(): Device {
  return { id: randomBytes(16).toString('base64url'), marks: [] };
}

/** Says whether a name was signed in with on this device before. */
export function knowsName(device: Device, name: string, secret: string): boolean {
  return device.marks.includes(markOf(device.id, name, secret));
}

/** Returns the cookie value of a device on which `names` were just signed in with. */
export function createDeviceCookie(input: { device: Device | null; names: readonly string[]; secret: string; now: number }): string {
  const { id } = input.device ?? createDevice();
  const added = input.names.map((name) => markOf(id, name, input.secret));
  const kept = (input.device?.marks ?? []).filter((mark) => !added.includes(mark));
  const body = `${id}.${input.now}.${[...new Set([...kept, ...added])].slice(-NAMES_MAX).join('')}`;
  return `${body}.${keyed(`device ${body}`, input.secret)}`;
}
