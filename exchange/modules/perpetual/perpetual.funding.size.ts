import { ChunkSize } from '../matching/matching';

/** Positions that one transaction takes through a funding time: at most so many accounts are locked at once. */
export const FUNDING_CHUNK_MAX = 100;
const FUNDING_CHUNK_MIN = 20;
const FUNDING_MS_MIN = 6;

/** How many positions one transaction takes through a funding time. */
export const createFundingChunk = (most = FUNDING_CHUNK_MAX) => new ChunkSize({ least: FUNDING_CHUNK_MIN, most, leastMs: FUNDING_MS_MIN });
