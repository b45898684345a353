import 'server-only';

/** A stack's useful part. */
const STACK_LENGTH_MAX = 2_000;

/** Writes one line of JSON about a failure to standard error; the request id is what the user was shown. */
export function logFailure({ requestId, where, error }: { requestId: string; where: string; error: unknown }): void {
  const cause = error instanceof Error && error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  const line = {
    level: 'error',
    at: new Date().toISOString(),
    requestId,
    where,
    error: error instanceof Error ? error.message : String(error),
    cause,
    stack: error instanceof Error ? error.stack?.slice(0, STACK_LENGTH_MAX) : undefined,
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
