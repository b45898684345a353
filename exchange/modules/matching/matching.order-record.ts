/** Prices are whole ticks, quantities whole steps: exact as JavaScript integers up to 2^53. */
export type NewResting = { id: number; owner: number; isBid: boolean; price: number; rested: number; rest: number };
/** How an order rests in a book at the moment it was asked for. What was filled of it as maker is `rested - rest`. */
export type RestingOrder = Readonly<NewResting>;

// Fields of an order's record. Its neighbours in the queue of its level stay when it is removed, so that the removal can be undone exactly.
export const ID = 0;
export const OWNER = 1;
/** The price for asks, minus it for bids: the best price is the lowest key. */
export const KEY = 2;
export const RESTED = 3;
export const REST = 4;
export const PREVIOUS = 5;
export const NEXT = 6;
/** Where its level is, as long as it rests: the level is fetched together with the neighbours, and not after a search. */
export const PLACE = 7;
export const RECORD_SIZE = 8;
