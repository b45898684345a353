// How an exchange's process is started.

/** MB; Node itself takes 16. */
const YOUNG_OBJECTS_MB = 64;

/**
 * Returns the flags of Node for an exchange with these variables. On PostgreSQL most of what a call makes is gone when its batch is answered: with more room for
 * young objects less of it is copied first. The embedded database lies in the same process, where the processor's caches are worth more.
 */
export function listNodeFlags(env) {
  return [...(env.DATABASE_URL ? [`--max-semi-space-size=${YOUNG_OBJECTS_MB}`] : []), '--enable-source-maps'];
}
