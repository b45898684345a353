/** The pools' face: the house's own money, what is promised out of it, and what stands behind that. */
export { readCover, readCovers } from './pools.cover';
export { assetsOf, POOL_NAMES, type PoolPart, poolAddress, reservedAddress } from './pools.list';
export { type Payment, payReserves, releaseReserves, type Reservation, reservePools } from './pools.reserves';
