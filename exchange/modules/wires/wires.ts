/** The face of deposits by bank: what operators do about them, and what waits for them. */
export { creditWireAct, describeWires, refuseWireAct, showWire } from './wires.acts';
