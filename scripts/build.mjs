#!/usr/bin/env node
// `npm run build`: builds the app and the exchange anew, whatever is there.
import { ensureBuilt } from './launch/build.mjs';

try {
  await ensureBuilt({ force: true, say: (text) => process.stdout.write(`${text}\n`) });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
