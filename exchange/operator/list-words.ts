import type { ListFilters } from '../../lib/operator/lists';

/** Says how a list is narrowed, as the log tells it. */
export function describeFilters(filters: ListFilters): string {
  const said = Object.entries(filters).map(([name, value]) => `${name} ${value}`);
  return said.length === 0 ? 'all' : said.join(', ');
}
