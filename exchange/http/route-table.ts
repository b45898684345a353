import type { RegisteredCall } from './register-call';

export type Match = { registered: RegisteredCall; pathFields: Map<string, string> };
type Route = { registered: RegisteredCall; parts: string[]; literals: number };

export type RouteTable = {
  /** Finds the call of a path (below the base, without query); null when none. `wrong-method` when only the method differs. */
  find(method: string, path: string): Match | 'wrong-method' | null;
};

/** Returns the table of all calls. Literal parts of a path match without regard to case; of two that match, the one with more literals wins. */
export function createRouteTable(calls: readonly RegisteredCall[]): RouteTable {
  const byLength = new Map<number, Route[]>();
  for (const registered of calls) {
    const parts = splitPath(registered.call.path);
    const literals = parts.filter((part) => !part.startsWith('{')).length;
    const routes = byLength.get(parts.length) ?? [];
    routes.push({ registered, parts: parts.map((part) => (part.startsWith('{') ? part : part.toLowerCase())), literals });
    routes.sort((a, b) => b.literals - a.literals);
    byLength.set(parts.length, routes);
  }
  return {
    find(method, path) {
      const given = splitPath(path);
      const lower = given.map((part) => part.toLowerCase());
      let isElsewhere = false;
      for (const { registered, parts } of byLength.get(given.length) ?? []) {
        if (!parts.every((part, index) => part.startsWith('{') || part === lower[index])) continue;
        if (registered.call.method !== method && !(registered.call.isPosted && method === 'POST')) {
          isElsewhere = true;
          continue;
        }
        const pairs = parts.flatMap((part, index): [string, string][] =>
          part.startsWith('{') ? [[part.slice(1, -1), given[index] ?? '']] : [],
        );
        return { registered, pathFields: new Map(pairs) };
      }
      return isElsewhere ? 'wrong-method' : null;
    },
  };
}

function splitPath(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
