export { hasHoldings } from './holdings.repository';
