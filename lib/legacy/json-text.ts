/** Marks a number that was kept as its own digits; no backend sends this character. */
const MARK = '\u0001';
/** How many places where JSON might begin are tried behind junk, such as a PHP warning. */
const START_TRIES_MAX = 20;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** A fraction, an exponent or more digits than a double holds. */
const INEXACT = /[:[,]\s*-?\d*(?:\d\.|\d[eE]|\d{15})/;

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

/**
 * Returns the JSON value in the body of a backend's answer, whatever stands before it: a byte-order mark, white space, PHP warnings.
 * Null when there is none up to the very end of the text, as in an HTML page or a truncated body.
 */
export function readJsonText(body: string): unknown {
  const text = body.replace(/^\uFEFF+/, '').trim();
  let start = 0;
  for (let tries = 0; tries < START_TRIES_MAX && start !== -1 && start < text.length; tries += 1) {
    const first = text[start];
    if (first === '{' || first === '[') {
      try {
        return parseExactly(text.slice(start));
      } catch (cause) {
        if (!(cause instanceof SyntaxError)) throw cause;
      }
    }
    const next = text.slice(start + 1).search(/\{"|\{\s*\}/);
    start = next === -1 ? -1 : start + 1 + next;
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
