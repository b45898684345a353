/** The face of proofs: operators see what waits, and answer by two. */
export { answerProofAction, describeMatch, describeProofs } from './proofs.actions';
export { answerProof, findOpen as findOpenProof, findProofOwner } from './proofs.repository';
