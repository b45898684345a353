// Who may import whom. `$1` stands for the first group that the `from` path matched.
const SHARED = '^lib/(operator|protocol|rate-limits|rules)/';
const WEB = '^(app|components|lib)/';
const MODULES = '^exchange/modules/';
/** Modules that every other module may use, through their face: the one undotted file of a subject. */
const BASE =
  '(accounts|credit-score|files|identity|ledger|market-data|matching|networks|operators|pools|registry|rewards|risk-limits|step-up)';

const rule = (name, from, to) => ({ name, from, to });

export const DEPENDENCY_RULES = [
  rule('no-circular', {}, { circular: true }),
  rule('shared-is-a-leaf', { path: SHARED }, { path: '^(app|components|lib|exchange)/', pathNot: [SHARED] }),
  rule('web-never-imports-exchange', { path: WEB }, { path: '^exchange/' }),
  rule('exchange-meets-web-only-in-shared', { path: '^exchange/' }, { path: WEB, pathNot: [SHARED, '^lib/brand\\.ts$'] }),
  rule('nothing-imports-app', { pathNot: ['^app/'] }, { path: '^app/' }),
  rule('lib-never-imports-components', { path: '^lib/' }, { path: '^components/' }),
  rule(
    'browser-stays-off-server-code',
    { path: '^components/' },
    { path: '^lib/(bff|legacy|session|protocol)/', pathNot: ['^lib/protocol/wire\\.ts$'] },
  ),
  rule(
    'endpoints-know-shapes-alone',
    { path: '^lib/api/' },
    { path: '^(app|components|lib)/', pathNot: ['^lib/(api|dto|protocol)/', '^lib/query/freshness\\.ts$'] },
  ),
  rule('only-bff-and-session-call-legacy', { path: '^(app|lib)/', pathNot: ['^lib/(bff|legacy|session)/'] }, { path: '^lib/legacy/' }),
  rule(
    'no-cross-domain-ui',
    { path: '^components/([^/]+)/' },
    { path: '^components/([^/]+)/', pathNot: ['^components/$1/', '^components/(ui|layout|money|files)/'] },
  ),
  rule(
    'module-face-only',
    { path: `${MODULES}([^/]+)/` },
    // What a module says happened is for whoever wants to know.
    { path: MODULES, pathNot: [`${MODULES}$1/`, `${MODULES}${BASE}/[^/.]+\\.ts$`, `${MODULES}[^/]+/[^/]+[.-]events\\.ts$`] },
  ),
  rule(
    'outside-uses-face-only',
    { path: '^exchange/(composition|flows|http|workers|operator)/' },
    { path: MODULES, pathNot: [`${MODULES}[^/]+/[^/.]+\\.ts$`] },
  ),
  rule(
    'wiring-only-from-the-list',
    { path: '^exchange/', pathNot: ['^exchange/module-list(\\.\\w+)?\\.ts$'] },
    { path: '\\.module\\.ts$' },
  ),
  rule('platform-knows-no-domain', { path: '^exchange/platform/' }, { path: '^exchange/(modules|composition|flows|http|workers)/' }),
];

/** Returns one sentence per forbidden import among `edges`, each beginning with the name of its rule. */
export function findForbidden(edges) {
  const cycles = findCycles(edges).map((path) => `no-circular: ${path.join(' -> ')}`);
  const others = DEPENDENCY_RULES.filter((each) => !each.to.circular).flatMap((each) =>
    edges.filter((edge) => breaks(each, edge)).map((edge) => `${each.name}: ${edge.from} -> ${edge.to}`),
  );
  return [...cycles, ...new Set(others)];
}

function breaks({ from, to }, edge) {
  const match = from.path ? new RegExp(from.path).exec(edge.from) : [];
  if (!match || from.pathNot?.some((path) => new RegExp(path).test(edge.from))) return false;
  const fits = (path) => new RegExp(path.replaceAll('$1', match[1] ?? '')).test(edge.to);
  return fits(to.path) && !to.pathNot?.some(fits);
}

/** Depth first; each cycle is reported once, from where the walk met it. */
function findCycles(edges) {
  const targets = Map.groupBy ? Map.groupBy(edges, (edge) => edge.from) : groupByFrom(edges);
  const state = new Map();
  const cycles = [];
  const visit = (file, trail) => {
    state.set(file, 'open');
    for (const { to } of targets.get(file) ?? []) {
      if (state.get(to) === 'open') cycles.push([...trail.slice(trail.indexOf(to)), to]);
      else if (!state.has(to)) visit(to, [...trail, to]);
    }
    state.set(file, 'done');
  };
  for (const file of targets.keys()) if (!state.has(file)) visit(file, [file]);
  return cycles;
}

function groupByFrom(edges) {
  const groups = new Map();
  for (const edge of edges) groups.set(edge.from, [...(groups.get(edge.from) ?? []), edge]);
  return groups;
}
