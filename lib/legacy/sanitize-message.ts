/** Longest backend message that is shown (in a toast). A longer one is a dump and no sentence. */
const SENTENCE_LENGTH_MAX = 300;
/** A value inside one of our own sentences: an amount, a coin, a time. */
const VALUE_LENGTH_MAX = 64;
const VALUES_MAX = 8;
const VALUE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;

/** Patterns of technical error messages (SQL, stack traces, paths): no help to a user, and a leak of how the backend is built. */
const MACHINE_WORDS = [
  /SQLSTATE|\bSQL\b|\bPDO\b|mysqli?|maria ?db|postgres|sqlite|redis|memcache|mongo|deadlock|gone away/i,
  /\b(?:SELECT\b.+\bFROM|INSERT\s+INTO|UPDATE\b.+\bSET|DELETE\s+FROM)\b|\b(?:[Dd]uplicate entry|[Uu]nknown column|[Ff]oreign key)\b/,
  /\b(?:select\s+\*|insert\s+into|delete\s+from)\b/i,
  /\b(?:fatal|parse|syntax|internal (?:server )?)\s*error\b|\b(?:warning|notice|deprecated)\s*:/i,
  /exception|stack ?trace|traceback|\buncaught\b|\bundefined\b|\bnull\b|\bNaN\b|segmentation|core dumped|out of memory|allowed memory/i,
  /\.(?:php|py|js|ts|java|go|rb|phtml|inc|so)\b|\bon line \d|\bline:? ?\d+\b|[a-z]:\d+:\d+|#\d+ /i,
  /(?:^|[\s("'[])(?:\/[\w.-]+){2,}|[A-Za-z]:\\|\\\w+\\|::|->|=>|\$\w|\w+\(\)/,
  /https?:|\bwww\.|\blocalhost\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\bE[A-Z]{4,}\b|\berrno\b|0x[0-9a-f]{4,}/i,
  /[{}<>]|\[object |&[a-z]+;|<\?/i,
  /数据库|資料庫|數據庫|堆栈|異常|异常/,
];

/** Returns plain words: no markup, no control or direction characters, single spaces. Not bounded. */
function toLine(text: string): string {
  return text
    .replace(/<\/?(?:b|i|u|em|strong|p|br|span|font)(?:\s[^<>]{0,200})?\/?>/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns a backend's message as plain text for a screen; empty when it is no sentence, or exposes internals. */
export function sanitizeMessage(value: unknown): string {
  if (typeof value !== 'string' || value.length > SENTENCE_LENGTH_MAX * 2) return '';
  const line = toLine(value);
  if (line.length > SENTENCE_LENGTH_MAX || !/\p{L}/u.test(line)) return '';
  return MACHINE_WORDS.some((words) => words.test(line)) ? '' : line;
}

/** Returns the params of an error when all of them are safe to show in our own sentences, else undefined. */
export function sanitizeValues(values: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined {
  if (values === undefined) return undefined;
  const entries = Object.entries(values);
  const isFit = ([name, value]: [string, string]) =>
    VALUE_NAME.test(name) &&
    value.length <= VALUE_LENGTH_MAX &&
    toLine(value) === value &&
    !MACHINE_WORDS.some((words) => words.test(value));
  return entries.length <= VALUES_MAX && entries.every(isFit) ? Object.fromEntries(entries) : undefined;
}
