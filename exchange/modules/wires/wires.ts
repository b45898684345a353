/** The face of deposits by bank: what operators do about them, and what waits for them. */
export { creditWireAct, describeWires, enterWire, lineInput, refuseWireAct, showWire } from './wires.acts';
export { findWire } from './wires.repository';
export { wireAccounts } from './wires.postings';
