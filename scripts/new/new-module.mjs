import { edit, toPascal, writeNew } from './names.mjs';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Writes a module that brings nothing yet and its place in the list of modules; returns what was done and where. */
export function newModule({ root, name }) {
  if (!NAME.test(name)) throw new Error(`${name} is no name of a module: kebab-case`);
  const create = `create${toPascal(name)}Module`;
  writeNew(root, `exchange/modules/${name}/${name}.module.ts`, moduleSource({ name, create }));
  edit(root, 'exchange/module-list.ts', (source) => {
    const imported = `import { ${create} } from './modules/${name}/${name}.module';\n`;
    return source
      .replace("import type { Platform } from './platform/app';\n", (line) => imported + line)
      .replace(/\n {6}createUpkeepModule\(/, (line) => `\n      ${create}(platform),${line}`);
  });
  const path = `exchange/modules/${name}/${name}.module.ts`;
  return { lines: [`${name}: ${path}, created in exchange/module-list.ts`], paths: [path, 'exchange/module-list.ts'] };
}

function moduleSource({ name, create }) {
  return `import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';

/** Wires what ${name} brings: calls, workers, events and the rest of \`ExchangeModule\`. */
export function ${create}(_platform: Platform) {
  return { name: '${name}' } satisfies ExchangeModule;
}
`;
}
