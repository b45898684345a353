/** Marks a number that was kept as its own digits; no backend sends this character. */
const MARK = '\u0001';
/** How many places where JSON might begin are tried behind junk, such as a PHP warning. */
const START_TRIES_MAX = 20;
/** A string that never ends is one token as well: no part of it is looked at twice. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** A fraction, an exponent or more digits than a double holds. */
const INEXACT = /[:[,]\s*-?\d*(?:\d\.|\d[eE]|\d{15})/;

/** What a PHP script prints behind its answer where it shows warnings. */
const WARNING_BEHIND = /^(?:\s|<br ?\/?>|<b>)*(?:PHP )?(?:Warning|Notice|Deprecated|Strict Standards)\b/;
/** A script that died behind its answer may have taken back what it did. */
const FATAL = /\b(?:Fatal error|Parse error|Uncaught)\b/;
const ENVELOPE = /"status"\s*:/;
/** Members of an envelope by which success and failure are told apart. */
const DECIDING = ['"status"', '"info"', '"url"', '"code"', '"state"'];

/** A number of the JSON text with all of its digits. */
export class NumberText {
  constructor(readonly digits: string) {}
}

function revive(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(MARK) ? new NumberText(value.slice(1)) : value;
}

/** Parses JSON; numbers that a double could not hold exactly come as `NumberText`. @throws SyntaxError */
function parseExactly(text: string): unknown {
  if (!INEXACT.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"\\u0001${token}"`));
  return JSON.parse(marked, revive);
}

/** Parses JSON; null for what is none, also for what is nested deeper than a parser goes. */
function tryParse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof RangeError) return null;
    throw cause;
  }
}

/** Returns where the object or list that begins at `start` ends; -1 when it doesn't. Notes the names of its own members. */
function findEnd(text: string, start: number, names: string[] = []): number {
  const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"(\s*:)?|\\?$)|[{}[\]]/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [written, colon] = token;
    if (written === '{' || written === '[') depth += 1;
    else if (written === '}' || written === ']') {
      depth -= 1;
      if (depth === 0) return tokens.lastIndex;
    } else if (colon !== undefined && depth === 1) names.push(written.slice(0, -colon.length));
  }
  return -1;
}

/** Whether the answer names a member twice: readers that take the first and readers that take the last would see different answers. */
function namesTwice(text: string): boolean {
  const isSuspect = DECIDING.some((name) => text.indexOf(name) !== text.lastIndexOf(name));
  if (!isSuspect) return false;
  const names: string[] = [];
  findEnd(text, 0, names);
  return new Set(names).size < names.length;
}

function readWhole(text: string): unknown {
  const value = tryParse(text);
  if (value !== null) return namesTwice(text) ? null : value;
  const end = findEnd(text, 0);
  const rest = end === -1 ? '' : text.slice(end).trim();
  if (!WARNING_BEHIND.test(rest) || FATAL.test(rest)) return null;
  const body = text.slice(0, end);
  return namesTwice(body) ? null : tryParse(body);
}

/**
 * Returns the JSON value in the body of a backend's answer, whatever stands before it (a byte-order mark, white space, PHP warnings) and
 * with PHP warnings behind it. Null when there is none, as in an HTML page, and when the body doesn't say one thing: a truncated one, two
 * answers in a row, one that names a member twice, or one whose script died after it.
 */
export function readJsonText(body: string): unknown {
  const text = body.replace(/^\uFEFF+/, '').trim();
  let start = 0;
  for (let tries = 0; tries < START_TRIES_MAX && start !== -1 && start < text.length; tries += 1) {
    const rest = text.slice(start);
    const isJson = rest.startsWith('{') || rest.startsWith('[');
    const value = isJson ? readWhole(rest) : null;
    // What begins with JSON is JSON or nothing: no answer is looked for inside another, nor behind one.
    if (value !== null || (isJson && start === 0)) return value;
    const end = isJson ? findEnd(rest, 0) : 0;
    if (end === -1 || (isJson && ENVELOPE.test(rest.slice(0, end)))) return null;
    // Behind what was looked at, so that no character is read twice.
    const behind = start + Math.max(end, 1);
    const next = text.slice(behind).search(/\{"|\{\s*\}/);
    start = next === -1 ? -1 : behind + next;
  }
  return null;
}

/** Returns plain decimal digits for a JSON number's text: `1e-5` becomes `0.00001`; null when it would be absurdly long. */
export function plainDigits(digits: string): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > 40) return null;
  const point = whole.length + exponent;
  const all = (whole + fraction).padEnd(point, '0');
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all;
  const split = point <= 0 ? 1 : point;
  const left = padded.slice(0, split).replace(/^0+(?=\d)/, '');
  const right = padded.slice(split).replace(/0+$/, '');
  const value = right === '' ? left : `${left}.${right}`;
  return value === '0' ? '0' : sign + value;
}
