import type { AccountFamily } from '../composition/module';

/** The house's accounts that take fees, and no other money. The test of reports compares them with what the modules bring. */
export const FEE_FAMILIES = [
  'house:convert-fees',
  'house:fees-perpetual-*',
  'house:fees-spot-*',
  'house:fees-wires',
  'house:fees-withdrawals',
  'house:hosting-fees',
] as const satisfies readonly AccountFamily[];

/** Names of these accounts as patterns of LIKE, such as `fees-spot-%`. */
export const FEE_NAME_PATTERNS = FEE_FAMILIES.map((family) => family.replace(/^house:/, '').replace(/\*$/, '%'));
