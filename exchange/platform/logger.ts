import { destination, type Logger, pino } from 'pino';

export type { Logger };

/** Fields that never reach a log, wherever they stand in the first two levels. */
const SECRET_FIELDS = ['password', 'repassword', 'token', 'cookie', 'authorization', 'mailcode', 'secret', 'bffKey'];

/** Returns the log of one process: JSON lines on standard error, so that standard output stays for what an operator asked to see. */
export function createLogger(level: string): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]);
  return pino({ level, redact: { paths, censor: '[hidden]' }, base: null }, destination(2));
}
