import { z } from 'zod';
import { defineEndpoint, ACCESS_LOG_WRITES } from './define';

const WORDS_MAX = 40;
/** An announcement in all languages. */
const WORD_LENGTH_MAX = 100_000;

export const commandEndpoints = {
  /** One command of the command line, as its words; each of its acts goes through the same door as the console's. */
  run: defineEndpoint({
    name: 'commands.run',
    access: 'session',
    permission: null,
    writes: [...ACCESS_LOG_WRITES, 'as the acts of its commands', 'audit_results'],
    input: z.strictObject({ argv: z.array(z.string().max(WORD_LENGTH_MAX)).max(WORDS_MAX) }),
    output: z.strictObject({ code: z.number(), text: z.string() }),
  }),
};
