import { routeByType, type RegisteredCall } from '../http/register-call';
import { type Composition, type ExchangeModule, WORKER_PHASES } from './module';

/** Two modules bring the same thing, or one refers to what nobody brings: the exchange does not start. */
export class ModuleConflict extends Error {
  constructor(readonly conflicts: readonly string[]) {
    super(`the modules do not fit together:\n${conflicts.map((conflict) => `  ${conflict}`).join('\n')}`);
    this.name = 'ModuleConflict';
  }
}

/**
 * Joins what the modules bring and tells each of them. Everything that is told apart by a name has one owner.
 * @throws ModuleConflict with all that is wrong
 */
export function composeModules(modules: readonly ExchangeModule[]): Composition {
  const conflicts = [...findShared(modules), ...findHomeless(modules)];
  if (conflicts.length > 0) throw new ModuleConflict(conflicts);
  const bring = <Item>(read: (module: ExchangeModule) => readonly Item[] | undefined) => modules.flatMap((module) => read(module) ?? []);
  const workers = bring((module) => module.workers);
  const composition: Composition = {
    calls: routeVariants(modules),
    features: bring((module) => module.features),
    routes: bring((module) => (module.routes === undefined ? [] : [module.routes])),
    workers: WORKER_PHASES.flatMap((phase) => workers.filter((worker) => worker.phase === phase)),
    journalCodes: Object.assign({}, ...modules.map((module) => module.journalCodes)),
    marketJournals: bring(({ marketJournals }) => (marketJournals === undefined ? [] : [marketJournals])),
    journalActivity: bring(({ journalActivity }) => (journalActivity === undefined ? [] : [journalActivity])),
    holdRecords: Object.assign({}, ...modules.map((module) => module.holdRecords)),
    accountFamilies: bring((module) => module.accountFamilies),
    events: bring((module) => module.events),
    consumers: bring((module) => module.consumers),
    jobs: bring((module) => module.jobs),
    audits: bring((module) => module.audits),
    retention: bring((module) => module.retention),
  };
  for (const module of modules) module.onComposed?.(composition);
  return composition;
}

/** What is told apart by a name, by kind. */
const NAMED: Record<string, (module: ExchangeModule) => readonly string[]> = {
  module: (module) => [module.name],
  call: (module) => module.calls?.map(({ call }) => call.id) ?? [],
  variant: ({ variants }) => variants?.calls.map(({ call }) => `${call.id} of type ${variants.type}`) ?? [],
  feature: (module) => module.features ?? [],
  'journal code': (module) => Object.keys(module.journalCodes ?? {}),
  'purpose of holds': (module) => Object.keys(module.holdRecords ?? {}),
  'account family': (module) => module.accountFamilies ?? [],
  'kind of event': (module) => module.events?.map(({ name }) => name) ?? [],
  consumer: (module) => module.consumers?.map(({ name }) => name) ?? [],
  job: (module) => module.jobs?.map(({ name }) => name) ?? [],
  audit: (module) => module.audits?.map(({ subject }) => subject) ?? [],
  'retention rule': (module) => module.retention?.map(({ name }) => name) ?? [],
};

function findShared(modules: readonly ExchangeModule[]): string[] {
  return Object.entries(NAMED).flatMap(([kind, read]) => {
    const owners = new Map<string, string[]>();
    for (const module of modules) for (const name of read(module)) owners.set(name, [...(owners.get(name) ?? []), module.name]);
    return [...owners]
      .filter(([, names]) => names.length > 1)
      .map(([name, names]) => `${kind} ${name} is brought by ${names.join(' and ')}`);
  });
}

function findHomeless(modules: readonly ExchangeModule[]): string[] {
  const ids = new Set(modules.flatMap(({ calls }) => calls?.map(({ call }) => call.id) ?? []));
  const kinds = new Set(modules.flatMap(({ events }) => events?.map(({ name }) => name) ?? []));
  const unheard = modules.flatMap(({ consumers }) =>
    (consumers ?? []).flatMap((consumer) =>
      consumer.kinds
        .filter(({ name }) => !kinds.has(name))
        .map(({ name }) => `consumer ${consumer.name} wants events of kind ${name}, which no module brings`),
    ),
  );
  const variantsOfNothing = modules.flatMap(({ name, variants }) =>
    (variants?.calls ?? [])
      .filter(({ call }) => !ids.has(call.id))
      .map(({ call }) => `variant ${call.id} of ${name} is of a call that no module brings`),
  );
  return [...variantsOfNothing, ...unheard];
}

function routeVariants(modules: readonly ExchangeModule[]): RegisteredCall[] {
  const calls = modules.flatMap((module) => module.calls ?? []);
  return modules.reduce((routed, { variants }) => (variants ? routeByType(routed, variants.type, variants.calls) : routed), calls);
}
