/** The face of proofs: operators see what waits, and answer by two. */
export { answerProofAct, describeProofs } from './proofs.acts';
export { answerProof, findOpen as findOpenProof, findProofOwner } from './proofs.repository';
