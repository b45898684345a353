// Kinds of change in the undo log.
export const ADDED = 0;
export const REMOVED = 1;
export const REDUCED = 2;
/** Made smaller by its owner: what was filled of it stays what it was. */
export const SHRUNK = 3;
