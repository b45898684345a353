import { z } from 'zod';
import { brand } from '../lib/brand';
import { wholeNumberField } from '../lib/protocol/fields';
import { type BitcoinSettings, type ChainSettings, chainFields, readChains, type TronSettings } from './env.chains';

const flag = z.enum(['0', '1']).optional();
/** What is asked there says something of a password. */
const isSafeAddress = (text: string) => /^(https:|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/.test(text);
const secret = z.string().min(32, 'needs at least 32 characters');

const schema = z
  .object({
    EXCHANGE_PORT: wholeNumberField({ min: 0, max: 65_535 }).default(4600),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    NATS_URL: z
      .string()
      .max(1_000)
      .regex(/^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+){0,9}$/, 'needs nats://host:4222, several joined by commas')
      .optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    MIGRATIONS_DIR: z.string().min(1).default('exchange/migrations'),
    SANDBOX: flag,
    SANDBOX_DAY_MS: wholeNumberField({ min: 1_000, max: 60_000 }).optional(),
    BFF_KEY: secret,
    CONSOLE_KEY: secret.optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z
      .string()
      .max(254)
      .default(`${brand.name} <no-reply@${brand.supportEmail.split('@')[1]}>`),
    FEED: z.enum(['simulation', 'replay', 'live']).default('simulation'),
    FEED_SEED: z.string().max(64).default('candor'),
    FEED_REPLAY_DIR: z.string().min(1).optional(),
    FEED_VENUES: z
      .string()
      .regex(/^[a-z0-9]+(,[a-z0-9]+){0,9}$/, 'needs ccxt names of venues, joined by commas')
      .default('kraken,coinbase,kucoin,bitstamp'),
    OPTION_COUNTRIES: z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2}){0,249}$/, 'needs two-letter country codes, joined by commas')
      .optional(),
    LEGACY_API_URL: z.url().optional(),
    ...chainFields,
    SIGNER_KEYSTORE: z.string().min(1).optional(),
    SIGNER_PASSWORD_FILE: z.string().min(1).optional(),
    SIGNER_PASSWORD: z.string().min(1).optional(),
    FILES_KEY: z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{43}(,[A-Za-z0-9_-]{43}){0,19}$/,
        'needs keys of 43 characters (32 bytes in base64url), the one in use first, joined by commas',
      )
      .optional(),
    PUSH_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'needs a private VAPID key: 32 bytes in base64url, 43 characters')
      .optional(),
    BREACHED_PASSWORDS_URL: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .refine(isSafeAddress, 'needs https, but on this computer')
      .optional(),
    PORT: wholeNumberField({ min: 0, max: 65_535 }).default(3000),
    PASSWORD_HASHES_MAX: wholeNumberField({ min: 1, max: 256 }).optional(),
    PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
    EXTERNAL_LINK: z
      .url({ protocol: /^https$/ })
      .max(300)
      .optional(),
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .refine((env) => env.DATABASE_READ_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_READ_URL'],
    error: 'needs DATABASE_URL, whose replica it is',
  });

/** Where the key of the hot wallet lies, encrypted (Web3 Secret Storage), and its password: in a file of its own, or in the environment. */
export type SignerSettings = { keystore: string; passwordFile: string | null; password: string | null };

export type ExchangeEnv = {
  port: number;
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** A streaming replica of it, for old pages of lists; null: the database itself answers them. */
  databaseReadUrl: string | null;
  /** The server over which several processes on one PostgreSQL are one exchange; null: this process is alone. */
  natsUrl: string | null;
  dataDir: string;
  migrationsDir: string;
  /** Test money, the outbox page and the simulated market exist only here. */
  sandbox: boolean;
  /** How long a day lasts in those terms and plans of the sandbox that are followed to their end; null: as they say. */
  sandboxDayMs: number | null;
  bffKey: string;
  /** What the operators' console proves itself by; null: operators have the command line alone. */
  consoleKey: string | null;
  /** null: mails become files in `dataDir/outbox`. */
  smtpUrl: string | null;
  mailFrom: string;
  feed: 'simulation' | 'replay' | 'live';
  feedSeed: string;
  /** Folder of recorded candles for FEED=replay. */
  feedReplayDir: string | null;
  /** Names of the venues that FEED=live reads. */
  feedVenues: string[];
  /** Countries in which seconds contracts run on the real account; empty: nowhere. The demo account has them everywhere. */
  optionCountries: string[];
  /** The EVM chain behind ERC20; null: it is not offered outside the sandbox. */
  chain: ChainSettings | null;
  /** Bitcoin behind BTC, and TRON behind TRC20; null: not offered outside the sandbox. */
  bitcoin: BitcoinSettings | null;
  tron: TronSettings | null;
  /** The key that pays on the EVM chain; null: its withdrawals are paid by people. */
  signer: SignerSettings | null;
  /** Asked for the signatures of smart-contract wallets; null: those can't sign in. */
  chainRpcUrls: readonly string[];
  /** Keys that seal pictures and what is said in them, the one in use first, joined by commas; null: a sandbox makes its own. */
  filesKey: string | null;
  /** What signs push messages to browsers (VAPID); null: a sandbox makes its own, elsewhere nothing is pushed. */
  pushKey: string | null;
  /** A service that is asked about ranges of leaked passwords; null: nobody is asked. */
  breachedPasswordsUrl: string | null;
  /** Where the app listens on this computer, for links in mails where there is no public origin. */
  appPort: number;
  /** Password hashes at once of all processes on one PostgreSQL; null: half of the cores of this machine. */
  passwordHashesMax: number | null;
  /** What browsers see, and a sign-in message names. null: only this computer's own names. */
  publicOrigin: string | null;
  /** What the account menu links to outside; null: nothing. */
  externalLink: string | null;
  /** Off only for measurements, whose load comes from one address. */
  isRateLimited: boolean;
  logLevel: string;
};

/**
 * Returns the configuration of the exchange. Sandbox mode is on by itself only when nothing real is configured, else with SANDBOX=1.
 * @throws Error that lists everything that is wrong, by variable
 */
export function readExchangeEnv(source: Record<string, string | undefined>): ExchangeEnv {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value != null && value !== ''));
  const parsed = schema.safeParse(filled);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration of the exchange is not usable:\n${wrong.join('\n')}`);
  }
  const env = parsed.data;
  const isReal =
    [env.LEGACY_API_URL, env.DATABASE_URL, env.CHAIN_RPC_URL, env.BTC_URL, env.TRON_URL, env.SMTP_URL].some((value) => value != null) ||
    env.FEED === 'live';
  return {
    port: env.EXCHANGE_PORT,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    natsUrl: env.NATS_URL ?? null,
    dataDir: env.DATA_DIR,
    migrationsDir: env.MIGRATIONS_DIR,
    sandbox: env.SANDBOX == null ? !isReal : env.SANDBOX === '1',
    sandboxDayMs: env.SANDBOX_DAY_MS ?? null,
    bffKey: env.BFF_KEY,
    consoleKey: env.CONSOLE_KEY ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    feed: env.FEED,
    feedSeed: env.FEED_SEED,
    feedReplayDir: env.FEED_REPLAY_DIR ?? null,
    feedVenues: env.FEED_VENUES.split(','),
    optionCountries: env.OPTION_COUNTRIES?.split(',') ?? [],
    ...readChains(env),
    signer:
      env.SIGNER_KEYSTORE === undefined
        ? null
        : { keystore: env.SIGNER_KEYSTORE, passwordFile: env.SIGNER_PASSWORD_FILE ?? null, password: env.SIGNER_PASSWORD ?? null },
    chainRpcUrls: env.CHAIN_RPC_URL?.split(',') ?? [],
    filesKey: env.FILES_KEY ?? null,
    pushKey: env.PUSH_KEY ?? null,
    breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL ?? null,
    appPort: env.PORT,
    passwordHashesMax: env.PASSWORD_HASHES_MAX ?? null,
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    externalLink: env.EXTERNAL_LINK ?? null,
    isRateLimited: env.RATE_LIMIT === 'on',
    logLevel: env.LOG_LEVEL,
  };
}
