import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DEPENDENCY_RULES, findForbidden } from './dependency-rules.mjs';
import { listImports, listSources } from './imports.mjs';

/** One offence for each rule: the file that breaks it, and what it imports. */
const OFFENCES = {
  'no-circular': ['lib/money/a.ts', "import type { B } from './b';"],
  'shared-is-a-leaf': ['lib/rules/fee.ts', "import { env } from '../env';"],
  'web-never-imports-exchange': ['lib/bff/markets.ts', "import { spot } from '../../exchange/modules/spot/spot';"],
  'exchange-meets-web-only-in-shared': ['exchange/http/server.ts', "import type { Env } from '../../lib/env';"],
  'nothing-imports-app': ['components/ui/button.tsx', "import { Page } from '@/app/page';"],
  'lib-never-imports-components': ['lib/query/client.ts', "export { Card } from '@/components/ui/card';"],
  'browser-stays-off-server-code': ['components/spot/ticket.tsx', "import {\n  readSession,\n} from '@/lib/session/session';"],
  'endpoints-know-shapes-alone': ['lib/api/spot.ts', "import type { Env } from '../env';"],
  'only-bff-and-session-call-legacy': ['app/page.tsx', "const call = await import('@/lib/legacy/call');"],
  'no-cross-domain-ui': ['components/market/list.tsx', "import { Ticket } from '../spot/ticket';"],
  'module-face-only': ['exchange/modules/spot/spot.service.ts', "import { insert } from '../ledger/ledger.repository';"],
  'outside-uses-face-only': ['exchange/workers/due.ts', "import { match } from '../modules/spot/spot.service';"],
  'wiring-only-from-the-list': ['exchange/http/register.ts', "import '../modules/spot/spot.module';"],
  'platform-knows-no-domain': ['exchange/platform/db.ts', "import { ledger } from '../modules/ledger/ledger';"],
};
const REST = {
  'lib/money/b.ts': "import { a } from './a';",
  'lib/env.ts': '',
  'lib/session/session.ts': '',
  'lib/legacy/call.ts': '',
  'components/ui/card.tsx': '',
  'exchange/modules/spot/spot.ts': '',
  'exchange/modules/spot/spot.module.ts': '',
  'exchange/modules/ledger/ledger.ts': '',
  'exchange/modules/ledger/ledger.repository.ts': '',
};

function plant(files) {
  const root = mkdtempSync(join(tmpdir(), 'candor-rules-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  const found = findForbidden(listImports({ root, files: listSources({ root, folders: ['app', 'components', 'lib', 'exchange'] }) }));
  rmSync(root, { recursive: true });
  return found;
}

test('every rule has a planted offence', () => {
  expect(Object.keys(OFFENCES).sort()).toEqual(DEPENDENCY_RULES.map((rule) => rule.name).sort());
});

test.each(Object.entries(OFFENCES))('reports an offence against %s', (name, [path, text]) => {
  const targets = Object.fromEntries(Object.values(OFFENCES).map(([file]) => [file, '']));
  const found = plant({ ...targets, ...REST, [path]: text });
  expect(found.map((line) => line.split(':')[0])).toContain(name);
  expect(found.join('\n')).toContain(path);
});

test('allows what the rules allow', () => {
  const files = {
    ...REST,
    'lib/money/b.ts': '',
    'lib/protocol/wire.ts': '',
    'components/spot/form.tsx':
      "import { x } from '@/lib/protocol/wire';\nimport { Card } from '@/components/ui/card';\nimport { y } from './terms';",
    'components/spot/terms.ts': '',
    'exchange/modules/spot/spot.service.ts': "import { post } from '../ledger/ledger';\nimport { x } from '../../../lib/protocol/wire';",
    'exchange/module-list.ts': "import { createSpotModule } from './modules/spot/spot.module';",
  };
  expect(plant(files)).toEqual([]);
});
