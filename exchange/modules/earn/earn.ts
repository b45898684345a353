/** The face of staking: what others may ask of a position. */
export { findTermEnd } from './earn.repository';
