/** The face of staking: what others may ask of a position. */
export { findTermEnds } from './earn.repository';
