/** The face of perpetual trading: what limits and disclosures need to know. Orders and positions are reached through its calls. */
export { perpetualRisk } from './perpetual.risk';
