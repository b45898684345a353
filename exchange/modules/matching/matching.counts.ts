const PAGE_SHIFT = 7;
const PAGE_SIZE = 1 << PAGE_SHIFT;

/** How many of something each user has: pages of 128 neighbouring user ids, four bytes a user, nothing for pages without any. */
export class Counts {
  private readonly pages = new Map<number, Int32Array>();
  private lastNumber = -1;
  private lastPage: Int32Array = new Int32Array(0);

  get(owner: number): number {
    return this.pageOf(owner)?.[owner % PAGE_SIZE] ?? 0;
  }

  /** Adds `amount`, which may be negative. */
  change(owner: number, amount: number): void {
    let page = this.pageOf(owner);
    if (page === undefined) {
      page = new Int32Array(PAGE_SIZE);
      this.pages.set(Math.floor(owner / PAGE_SIZE), page);
    }
    page[owner % PAGE_SIZE] = (page[owner % PAGE_SIZE] as number) + amount;
  }

  private pageOf(owner: number): Int32Array | undefined {
    const number = Math.floor(owner / PAGE_SIZE);
    if (number === this.lastNumber) return this.lastPage;
    const page = this.pages.get(number);
    if (page !== undefined) {
      this.lastNumber = number;
      this.lastPage = page;
    }
    return page;
  }
}
