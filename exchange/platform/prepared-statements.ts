/**
 * A plan that is kept was made for tables of the size that they had then: at most this long ago. The embedded database never says by itself that a
 * table has grown, a server once a minute.
 */
export const PLANS_MS = 10_000;
/** Texts that are watched: the product has a few hundred; one that writes ever new ones must not fill the memory of every connection. */
const TEXTS_MAX = 1_000;
/** A text that came so often before stays prepared. */
const USES_MIN = 3;

/** Gives statements the names under which a server keeps them prepared. One for all connections of a process. */
export class StatementNames {
  readonly #texts = new Map<string, { uses: number; name: string }>();

  /** Returns the name of a statement that comes often, undefined for any other. */
  find(text: string): string | undefined {
    const known = this.#texts.get(text);
    if (known === undefined) {
      if (this.#texts.size < TEXTS_MAX) this.#texts.set(text, { uses: 1, name: `s${this.#texts.size + 1}` });
      return undefined;
    }
    known.uses += 1;
    return known.uses > USES_MIN ? known.name : undefined;
  }
}
