import type { MarketJournals } from '../../composition/module';
import type { BookKind } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** Where the row stands that a reference names, by the word it begins with. */
type Tables = Readonly<Record<string, string>>;

const REFERENCE = /^([a-z]+):(\d{1,18})(?::|$)/;

/** Rows of each kind that a reference may name; an order of any of these words is in the table of its book. */
function tablesOf(product: BookKind): Tables {
  const order = `${product}_orders`;
  return { order, stop: order, fill: `${product}_fills`, ...(product === 'perpetual' && { position: POSITIONS, leverage: POSITIONS }) };
}

const POSITIONS = 'perpetual_positions';

/**
 * Tells the journals of one kind of book apart by market: by the order, fill, amendment or position that they name, one look at an index each, or by
 * the market that their reference begins with.
 */
export function createMarketJournals(product: BookKind, codes: readonly string[]): MarketJournals {
  const tables = tablesOf(product);
  return {
    codes,
    async pick(tx, { market, references }) {
      const found = await findRows(tx, { product, tables, market, references });
      return new Set(references.filter((reference) => reference.startsWith(`${market}:`) || found.has(nameOf(reference) ?? '')));
    },
  };
}

/** `order:17` of `order:17:anything`; null of what names no row. */
function nameOf(reference: string): string | null {
  const [, word, id] = REFERENCE.exec(reference) ?? [];
  return word === undefined || id === undefined ? null : `${word}:${id}`;
}

async function findRows(
  tx: Tx,
  { product, tables, market, references }: { product: BookKind; tables: Tables; market: string; references: readonly string[] },
): Promise<ReadonlySet<string>> {
  const names = references.map(nameOf).filter((name) => name !== null);
  const idsOf = (word: string) => names.flatMap((name) => (name.startsWith(`${word}:`) ? [name.slice(word.length + 1)] : []));
  const words = Object.entries(tables);
  const { rows } = await tx.query<{ name: string }>(
    `${words.map(([word, table], at) => `SELECT '${word}:' || id AS name FROM ${table} WHERE id = ANY($${at + 3}::int8[]) AND market = $1`).join(' UNION ALL ')}
     UNION ALL
     SELECT 'amend:' || a.id FROM order_amendments a JOIN ${product}_orders o ON o.id = a.order_id
      WHERE a.id = ANY($2::int8[]) AND a.product = '${product}' AND o.market = $1`,
    [market, idsOf('amend'), ...words.map(([word]) => idsOf(word))],
  );
  return new Set(rows.map(({ name }) => name));
}
