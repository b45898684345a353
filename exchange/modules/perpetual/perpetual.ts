/** The face of perpetual trading: what limits, disclosures, the audit and the operator need. Orders and positions are reached through its calls. */
export { auditPerpetual } from './perpetual.audit';
export { describeInsurance } from './perpetual.insurance-need';
export { INSURANCE_FUND } from './perpetual.postings';
export { listFillsOfOrder, listOpenPlaces, sumTakerFees } from './perpetual.queries';
export { perpetualRisk } from './perpetual.risk';
export { readMarketRisk } from './perpetual.market-risk';
export { readOpenPositions } from './perpetual.queries';
export { readSettledRates } from './perpetual.settled-rates';
export { keepLargestPositions, listLargestPositions, listLiquidations } from './perpetual.house-lists';
