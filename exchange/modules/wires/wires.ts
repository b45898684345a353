/** The face of deposits by bank: what operators do about them, and what waits for them. */
export { creditWireAction, describeWires, enterWire, lineInput, refuseWireAction, showWire } from './wires.actions';
export { findWire } from './wires.repository';
export { wireAccounts } from './wires.postings';
