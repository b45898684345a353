/** Where the browser remembers that amounts are hidden; the server reads it to draw the page alike. */
export const HIDDEN_AMOUNTS_COOKIE = 'candor_amounts';
/** Stands in place of an amount: as wide for a rich account as for an empty one. */
export const HIDDEN_AMOUNT = '••••••';
