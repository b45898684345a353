/**
 * Orders of one book that it can't tell of by itself: those that met more than one transaction settles and go on in the next, and the house's
 * quotes. Every change can be taken back until `commit`, as in the book.
 */
export class OrdersById<Order extends { readonly id: number; readonly owner: number }> {
  private readonly orders = new Map<number, Order>();
  private readonly undo: { id: number; before: Order | undefined }[] = [];

  get(id: number): Order | undefined {
    return this.orders.get(id);
  }

  all(): Order[] {
    return [...this.orders.values()];
  }

  ofOwner(owner: number): Order[] {
    return this.orders.size === 0 ? [] : this.all().filter((order) => order.owner === owner);
  }

  /** Takes an order in, or as it is now in the place of what was known of it. */
  set(order: Order): void {
    this.change(order.id, order);
  }

  delete(id: number): void {
    this.change(id, undefined);
  }

  mark(): number {
    return this.undo.length;
  }

  rollback(mark = 0): void {
    while (this.undo.length > mark) {
      const { id, before } = this.undo.pop() as { id: number; before: Order | undefined };
      this.put(id, before);
    }
  }

  commit(): void {
    this.undo.length = 0;
  }

  private change(id: number, order: Order | undefined): void {
    this.undo.push({ id, before: this.orders.get(id) });
    this.put(id, order);
  }

  private put(id: number, order: Order | undefined): void {
    if (order === undefined) this.orders.delete(id);
    else this.orders.set(id, order);
  }
}

/** Returns an account's open orders as the database has them together with its quotes, newest first; one that traded since is in the database by now. */
export function addQuotes<Row extends { id: number }>(orders: readonly Row[], quotes: readonly { row: Row }[]): Row[] {
  const written = new Set(orders.map(({ id }) => id));
  return [...orders, ...quotes.flatMap(({ row }) => (written.has(row.id) ? [] : [row]))].sort((a, b) => b.id - a.id);
}
