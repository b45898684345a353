/** The face of deposits by bank: what operators do about them, and what waits for them. */
export {
  creditWireAction,
  describeCredit,
  describeWires,
  enterWire,
  lineInput,
  readWireFacts,
  refineSums,
  refuseWireAction,
  showWire,
} from './wires.actions';
export { findWire } from './wires.repository';
