/** The face of what protects an account beside its password. */
export { resealFactors } from './security.reseal';
