/** `amount`: a decimal, `size`: one at a glance, `time`: ISO, `state`: words with such times in them; empty: nothing. `isMinor`: left out of a phone's row of what is well. `isOfFile`: in the file alone. */
export type ListColumn = { name: string; kind?: 'amount' | 'size' | 'time' | 'long' | 'state'; isMinor?: true; isOfFile?: true };
/** What narrows a list: one of `options`, a word, or the number of a user. */
export type ListFilter = { name: string; label: string; options?: readonly string[]; of?: 'user' };
/** What a word may be that a list is narrowed by, such as `BTC-USDT` or `loan steps`; at most `FILTER_WORD_MAX` characters. */
export const FILTER_WORD = '[A-Za-z0-9_.:\\-]+(?: [A-Za-z0-9_.:\\-]+)*';
export const FILTER_WORD_MAX = 60;
const WHOLE_WORD = new RegExp(`^${FILTER_WORD}$`);
export const isFilterWord = (value: string): boolean => value.length <= FILTER_WORD_MAX && WHOLE_WORD.test(value);

export type List = {
  title: string;
  /** The row of the matrix that lets an operator see it. */
  permission: string;
  /** It names members: the look is in the log. */
  isPersonal?: true;
  /** What is done about members, for every operator who decides: each look is a row of the log. */
  isLogged?: true;
  columns: readonly ListColumn[];
  filters: readonly ListFilter[];
};

export const one = (name: string, label: string, options: readonly string[]): ListFilter => ({ name, label, options });
export const word = (name: string, label: string): ListFilter => ({ name, label });
export const cols = (...names: (string | ListColumn)[]): ListColumn[] =>
  names.map((column) => (typeof column === 'string' ? { name: column } : column));
export const amount = (name: string): ListColumn => ({ name, kind: 'amount' });
export const size = (name: string): ListColumn => ({ name, kind: 'size' });
export const time = (name: string): ListColumn => ({ name, kind: 'time' });
export const long = (name: string): ListColumn => ({ name, kind: 'long' });
