/** The face of the proof of what members own: begins its trees, and sums up what they own now. */
export { beginTrees } from './liabilities.job';
export { sumOwned } from './liabilities.repository';
