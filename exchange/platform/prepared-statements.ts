/** How often is looked whether tables have grown. The embedded database never says so by itself, a server once a minute. */
export const TABLES_LOOK_MS = 10_000;
/** Plans are made anew when a table is so many times as large as when they were made. */
const GROWTH = 4;
/** A table up to this size is read as a whole in no time, whatever the plan. */
const SMALL_BYTES = 32 * 1_024;
export const TABLE_SIZES = `SELECT c.oid::text AS id, pg_relation_size(c.oid)::text AS bytes
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`;

/**
 * Says when plans that are kept are of no use any more: they were made for tables of the size that they had then. All are made anew together, some 50 ms
 * of one transaction, so not by the clock.
 */
export class TableGrowth {
  #planned: Map<string, number> | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** True when it is time to look, every `TABLES_LOOK_MS`. */
  isDue(now: number): boolean {
    if (now - this.#lookedAt < TABLES_LOOK_MS) return false;
    this.#lookedAt = now;
    return true;
  }

  /** Takes the tables' sizes, and returns whether what was planned before is to be planned anew. */
  note(tables: readonly { id: string; bytes: string }[]): boolean {
    const sizes = new Map(tables.map(({ id, bytes }) => [id, Math.max(SMALL_BYTES, Number(bytes))]));
    const planned = this.#planned ?? sizes;
    const hasGrown = [...sizes].some(([id, bytes]) => bytes > GROWTH * (planned.get(id) ?? SMALL_BYTES));
    // What has grown by less goes on growing from where it was planned, and what was emptied from there.
    if (!hasGrown) for (const [id, bytes] of sizes) sizes.set(id, Math.min(bytes, planned.get(id) ?? SMALL_BYTES));
    this.#planned = sizes;
    return hasGrown;
  }
}
/** Texts that are watched: the product has a few hundred; one that writes ever new ones must not fill the memory of every connection. */
const TEXTS_MAX = 1_000;
/** A text that came so often before stays prepared. */
const USES_MIN = 3;

/** Gives statements the names under which a server keeps them prepared. One for all connections of a process. */
export class StatementNames {
  readonly #texts = new Map<string, { uses: number; name: string }>();
  #named = 0;

  /** Returns the name of a statement that comes often, undefined for any other. */
  find(text: string): string | undefined {
    const known = this.#texts.get(text);
    if (known === undefined) {
      if (this.#texts.size < TEXTS_MAX) this.#texts.set(text, { uses: 1, name: this.#create() });
      return undefined;
    }
    known.uses += 1;
    return known.uses > USES_MIN ? known.name : undefined;
  }

  /** Gives a text another name: what is prepared under the one before is asked no more, on no connection. */
  renew(text: string): void {
    const known = this.#texts.get(text);
    if (known !== undefined) known.name = this.#create();
  }

  #create(): string {
    this.#named += 1;
    return `s${this.#named}`;
  }
}
