const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Returns a time (ms) as a line of a log has it: 2026-03-01 12:00:05 UTC. */
export function writeTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Returns how long something lasts, in its two largest units: 2 d 3 h. */
export function writeSpan(ms: number): string {
  const span = Math.abs(ms);
  if (span >= DAY_MS) return `${Math.floor(span / DAY_MS)} d ${Math.floor((span % DAY_MS) / HOUR_MS)} h`;
  if (span >= HOUR_MS) return `${Math.floor(span / HOUR_MS)} h ${Math.floor((span % HOUR_MS) / MINUTE_MS)} min`;
  if (span >= MINUTE_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  return `${Math.floor(span / 1000)} s`;
}

const DIGITS_MAX = 20;

/** Returns a decimal with its thousands apart and all its digits, or rounded to `digits` where it is a size at a glance. */
export function writeAmount(amount: string, digits = DIGITS_MAX): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(amount as Intl.StringNumericLiteral);
}

/** Returns a sentence with the amounts in it at a glance: thousands apart, two digits. */
export function writeFigures(text: string): string {
  return text.replace(/\b\d{4,}(\.\d+)?\b|\b\d+\.\d{3,}\b/g, (amount) => writeAmount(amount, 2));
}

/** Returns an act as words: withdrawals.approve is "approve withdrawal". */
export function writeAct(act: string): string {
  const [subject = '', verb = ''] = act.split('.');
  return `${verb.replaceAll('-', ' ')} ${subject.replace(/ies$/, 'y').replace(/s$/, '')}`;
}

/** Returns how far off a promise (ms) is at `now`. */
export function writePromise(at: number | null, now: number): string {
  if (at === null) return '-';
  return at < now ? `late by ${writeSpan(now - at)}` : `in ${writeSpan(at - now)}`;
}
