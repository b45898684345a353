/** The face of what protects an account beside its password. */
export { removeContestedFactorAct } from './security.acts';
export { resealFactors } from './security.reseal';
