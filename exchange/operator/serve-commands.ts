import { parseArgs } from 'node:util';
import { commandEndpoints } from '../../lib/operator/commands';
import { ActionRefused } from '../modules/operators/operators';
import { isFounding } from './command-context';
import { runCommand } from './commands';
import { serve } from './desk';

/** Commands that read or write files of the machine, or seal everything anew: they run where the files are, without the exchange. */
const ON_THE_MACHINE = /^(pay (list|psbt)|picture|support picture|rotate-files-key)/;

function wordsOf(argv: readonly string[]): string {
  const options = { as: { type: 'string' }, reason: { type: 'string' }, note: { type: 'string' } } as const;
  return parseArgs({ args: [...argv], options, allowPositionals: true, strict: false }).positionals.join(' ');
}

/** What answers the command line while the exchange runs. */
export const COMMANDS = [
  serve(commandEndpoints.run, async ({ argv }, { db, env, audits, actor, clock, listMarkets, listWallets }) => {
    const words = wordsOf(argv);
    const founds = words.startsWith('operators add') && (await isFounding({ db }));
    if (founds || ON_THE_MACHINE.test(words)) {
      throw new ActionRefused('INPUT_INVALID', 'This command needs the machine for itself: stop the exchange first.');
    }
    return runCommand({ db, env, audits, operatorKey: null, actor, looks: { listMarkets, listWallets }, now: clock.now }, argv);
  }),
];
