import { PAGE_ROWS } from '../../../lib/pages/pages';

/** Addresses of every page of a member; `{filled}` and the like stand for ids of the viewer's own. */
export const PAGE_ADDRESSES: readonly string[] = PAGE_ROWS.flatMap(([route, { examples = [`/${route}`] }]) => examples);

/** The same addresses with ids that anybody may ask for. */
export const PLAIN_ADDRESSES: readonly string[] = PAGE_ADDRESSES.map((path) =>
  path.replace('{reference}', 'order:1').replace(/\{\w+\}/g, '1'),
);
