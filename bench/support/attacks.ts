/** `act` is what is measured; it throws when what it is meant to measure didn't happen. */
export type Attack<Exchange> = {
  name: string;
  build(exchange: Exchange): Promise<void>;
  act(exchange: Exchange): Promise<void>;
};

/** Members that attack; the ninth takes. */
export const MEMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Runs `count` pieces of work side by side. */
export function many(count: number, make: (index: number) => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

/** @throws Error when what was to be measured did not happen */
export function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`did not happen: ${what}`);
}
