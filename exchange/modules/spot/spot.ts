/** The face of spot trading. Wiring is in `spot.module.ts`. */
export type { Caller, CancelAnswer, PlaceAnswer, PlaceInput } from './spot.commands';
export type { MarketData, SpotService } from './spot.service';
