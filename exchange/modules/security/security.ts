/** The face of what protects an account beside its password. */
export { removeContestedFactorAction } from './security.actions';
export { resealFactors } from './security.reseal';
