/** The face of perpetual trading: what limits, disclosures and the audit need. Orders and positions are reached through its calls. */
export { auditPerpetual } from './perpetual.audit';
export { perpetualRisk } from './perpetual.risk';
