/** The mark price of the last print, with what made it. Price units; `at` in ms. */
export type Mark = { price: bigint; index: bigint; basis: bigint; seq: number; at: number };
