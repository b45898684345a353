/** Whatever begins another line on some screen. */
const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** What a screen or a terminal obeys and nobody sees: it would show another order of the same signs, or none. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/gu;
/** Where the pictures of the first 32 signs begin, `\u2400` of `\0`; any other is shown as one that there is no picture of. */
const PICTURES = 0x2400;
const CONTROLS = 32;

function picture(sign: string): string {
  const code = sign.charCodeAt(0);
  if (sign === '\t') return sign;
  return code < CONTROLS ? String.fromCharCode(PICTURES + code) : '\ufffd';
}

/**
 * Sanitizes the preview that a second operator approves, so that typed text can't imitate a line of the exchange: text after a line break gets a `| ` prefix, control and
 * bidirectional characters become visible symbols.
 */
export function sanitizePreview(lines: readonly string[]): string {
  return lines
    .map((line) =>
      line
        .split(BREAK)
        .map((part) => part.replace(UNSEEN, picture))
        .join('\n| '),
    )
    .join('\n');
}

/** Returns typed text as one line, without control and bidirectional characters. */
export const sanitizeLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(UNSEEN, '')
    .trim();
