export { resealExports } from './data-export.reseal';
