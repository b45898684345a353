import { calculateWorth, formatUnitValue } from '../../../lib/rules/hosting';
import type { AuditFindings } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { getBalancesAt } from '../ledger/ledger';
import { type Book, listBooks, listValuations, type ValuationRow } from './hosting.books.repository';
import { type SumTakerFees, sumIncome } from './hosting.income';
import { HOSTING_ASSET } from './hosting.postings';
import { sumParts } from './hosting.worth';

const SCALE = 8;
const FINDINGS_MAX = 100;
const LATE_MS = 24 * 3_600_000;

/** Amounts whose hold or days are not what they say, and books whose units are not those of their holders and the house. */
const FAULTS = `
  SELECT 'hosted amount ' || p.id || ' of user ' || p.user_id || ', ' || p.mode || ': its hold or its days are wrong' AS fault
    FROM hosting_positions p
    LEFT JOIN holds h ON h.purpose = 'hosting' AND h.reference = p.id::text
    LEFT JOIN LATERAL (SELECT sum(income) AS income, sum(fee) AS fees, sum(paid) AS paid FROM hosting_days WHERE position = p.id) d ON true
   WHERE h.id IS NULL OR h.amount <> p.principal OR (h.state = 'held') <> (p.state = 'pending')
      OR (h.state = 'captured') <> (p.begun_at IS NOT NULL)
      OR p.income <> coalesce(d.income, 0) OR p.fees <> coalesce(d.fees, 0) OR p.paid <> coalesce(d.paid, 0)
      OR p.ended_at IS NOT NULL AND p.begun_at IS NOT NULL AND p.principal + p.income <> p.paid + p.returned + p.exit_cost
  UNION ALL
  SELECT 'book ' || b.id || ': its units are not those of its holders and the house'
    FROM hosting_books b LEFT JOIN hosting_positions p ON p.book = b.id AND p.ended_at IS NULL
   GROUP BY b.id HAVING b.units <> b.house_units + coalesce(sum(p.units), 0)
  LIMIT ${FINDINGS_MAX}`;

/** Says whether cash, coins and margin of a valuation are the balances after its newest entry. */
async function isCarried(db: Database, { userId, mode }: Book, { parts, entriesTo }: ValuationRow): Promise<boolean> {
  if (entriesTo === null) return true;
  const balances = await getBalancesAt(db.long, { userId, mode, journalId: entriesTo });
  return (
    balances.every(({ asset, scale, available, locked }) => {
      const said = asset === HOSTING_ASSET ? parts.cash : (parts.coins.find((coin) => coin.asset === asset)?.quantity ?? '0');
      return toUnits(said, scale) === available + locked;
    }) && toUnits(parts.margin, SCALE) === balances.reduce((sum, { margin }) => sum + margin, 0n)
  );
}

/** Says whether what a valuation counts as put in, funding and fees is what all entries and fills up to it come to. */
async function isSplit(db: Database, book: Book, { entriesTo, income }: ValuationRow, sumTakerFees: SumTakerFees): Promise<boolean> {
  if (entriesTo === null || income === null) return true;
  const { putIn, funding, tradeFees } = await sumIncome(db.long, { book, upTo: entriesTo, before: null }, sumTakerFees);
  return putIn === income.putIn && funding === income.funding && tradeFees === income.tradeFees;
}

/** Proves of each amount that its days make up what it brought, and of each book that its newest value is the sum of its parts. */
export async function auditHosting(db: Database, now: number, sumTakerFees: SumTakerFees): Promise<AuditFindings> {
  const { rows } = await db.long.query<{ fault: string }>(FAULTS);
  const faults = rows.map(({ fault }) => fault);
  const figures: string[] = [];
  for (const book of await listBooks(db.long)) {
    const [valuation] = await listValuations(db.long, { book: book.id, limit: 1 });
    if (valuation === undefined) continue;
    const { value, units, unitValue, day, parts } = valuation;
    const name = `book of plan ${book.plan}, ${book.mode}`;
    if (!(await isCarried(db, book, valuation))) faults.push(`${name}: its parts of day ${day} are not what its entries come to`);
    if (!(await isSplit(db, book, valuation, sumTakerFees)))
      faults.push(`${name}: its income of day ${day} is not what its entries and fills come to`);
    if (sumParts(parts) !== value) faults.push(`${name}: its value of day ${day} is not the sum of its parts`);
    if (book.nextAt !== null && now - book.nextAt > LATE_MS) faults.push(`${name} was not valued for more than a day`);
    const house = fromUnits(calculateWorth(book.houseUnits, { value, units }), SCALE);
    figures.push(
      `${name}: ${book.state}, day ${day}, ${fromUnits(value, SCALE)} USDT, ${formatUnitValue(unitValue)} a unit, ${house} of it the house's`,
    );
  }
  return { figures, faults };
}
