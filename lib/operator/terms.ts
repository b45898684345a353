/** What terms are made of, for who types them: drawn from the schema by which the exchange judges them, bounds included. */
export type TermShape = { isNullable?: true } & (
  | { kind: 'group'; fields: [name: string, shape: TermShape][] }
  /** Rows of one shape; `max` null: as many as one likes. */
  | { kind: 'rows'; item: TermShape; min: number; max: number | null }
  /** So many values in a fixed order. */
  | { kind: 'fixed'; items: TermShape[] }
  | { kind: 'text'; max: number | null }
  /** A decimal as text; `pattern` is what it keeps to. */
  | { kind: 'decimal'; pattern: string | null }
  | { kind: 'whole'; min: number | null; max: number | null }
  | { kind: 'choice'; options: (string | number)[] }
  | { kind: 'flag' }
);

/** Where in terms a value stands. */
export type TermPath = readonly (string | number)[];
/** A value that is another one; undefined where there is none. */
type TermChange = { path: TermPath; before: unknown; after: unknown };

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns what differs between two terms, value by value, in their order; rows are compared by their place. */
export function listTermChanges(before: unknown, after: unknown, path: TermPath = []): TermChange[] {
  if (isGroup(before) && isGroup(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => listTermChanges(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) => at).flatMap((at) => listTermChanges(before[at], after[at], [...path, at]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

/** Returns what a form of a shape begins with where nothing was said yet. */
export function emptyTerm(shape: TermShape): unknown {
  if (shape.isNullable === true) return null;
  switch (shape.kind) {
    case 'group':
      return Object.fromEntries(shape.fields.map(([name, field]) => [name, emptyTerm(field)]));
    case 'rows':
      return Array.from({ length: shape.min }, () => emptyTerm(shape.item));
    case 'fixed':
      return shape.items.map(emptyTerm);
    case 'choice':
      return shape.options[0];
    case 'flag':
      return false;
    default:
      return shape.kind === 'whole' ? null : '';
  }
}
