/** A session of a member that nobody used for this many days is over. Who opens the app once a week stays signed in. */
export const SESSION_IDLE_DAYS = 7;
