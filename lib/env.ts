import { z } from 'zod';
import { wholeNumberField } from './protocol/fields';
import { LEGACY_TIMEOUT_MS } from './protocol/wire';

const PORT_MAX = 65_535;
/** Shorter secrets can be guessed offline from one sealed cookie. */
const SECRET_LENGTH_MIN = 32;

const port = wholeNumberField({ min: 1, max: PORT_MAX });
const secret = z.string().min(SECRET_LENGTH_MIN);
const optionalText = z.string().trim().min(1).optional();

const appEnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  EXCHANGE_PORT: port.default(4600),
  LEGACY_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Whose backend LEGACY_API_URL names: an exchange of this repository, or another's. Unless it is said, the backend is asked. */
  LEGACY_API_KIND: z.enum(['own', 'foreign']).optional(),
  LEGACY_API_CA: optionalText,
  LEGACY_API_PLAIN: z.enum(['0', '1']).optional(),
  DATABASE_URL: optionalText,
  SANDBOX: z.enum(['0', '1']).optional(),
  SESSION_SECRET: secret,
  BFF_KEY: secret,
  /** Set by `npm run operator:console` alone: this process is the operators' console and nothing else. */
  OPERATOR_CONSOLE: z.enum(['0', '1']).optional(),
  CONSOLE_KEY: secret.optional(),
  TRUSTED_PROXIES: z.string().default(''),
  WALLET_GUARD: z.enum(['on', 'off']).default('on'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  SMTP_URL: optionalText,
  FEED: z.enum(['simulation', 'replay', 'live']).optional(),
  CHAIN_RPC_URL: z
    .string()
    .max(1_000)
    .transform((urls) => urls.split(','))
    .pipe(z.array(z.url({ protocol: /^https?$/ })))
    .optional(),
  /** Read by the exchange; here they say that something is real. */
  BTC_URL: optionalText,
  TRON_URL: optionalText,
  LEGACY_TIMEOUT_MS: wholeNumberField({ min: 100, max: LEGACY_TIMEOUT_MS }).default(LEGACY_TIMEOUT_MS),
});

/** Wallets sign the address that they were shown: it must be the operator's word, never a caller's. */
const ORIGIN_MISSING =
  '  PUBLIC_ORIGIN: required outside the sandbox: the address that browsers see, such as https://candor.example (people sign it with their wallets)';

const LOOPBACK = /^(localhost|[^.]+\.localhost|127(\.\d+){3}|\[::1\])$/;
const PLAIN_REFUSED =
  '  LEGACY_API_URL: needs https for another host than this one, as sessions and the key travel over it (LEGACY_API_PLAIN=1 where the network between them is safe)';

/** Plain text leaves this computer only in a sandbox, or where somebody said that it may. */
function isPlainRefused(env: z.infer<typeof appEnvSchema>): boolean {
  if (env.LEGACY_API_URL === undefined || env.LEGACY_API_PLAIN === '1' || isSandboxOf(env)) return false;
  const { protocol, hostname } = new URL(env.LEGACY_API_URL);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}

/** No other backend is named: it is the exchange beside the app. */
function readIsOurs({ LEGACY_API_URL: url, LEGACY_API_KIND: kind }: z.infer<typeof appEnvSchema>): boolean | null {
  if (url === undefined) return true;
  return kind === undefined ? null : kind === 'own';
}

function isSandboxOf(env: z.infer<typeof appEnvSchema>): boolean {
  const real = [env.LEGACY_API_URL, env.DATABASE_URL, env.CHAIN_RPC_URL, env.BTC_URL, env.TRON_URL, env.SMTP_URL];
  const isAnythingReal = real.some((value) => value !== undefined);
  return env.SANDBOX === undefined ? !isAnythingReal && env.FEED !== 'live' : env.SANDBOX === '1';
}

export type AppEnv = {
  isProduction: boolean;
  /** Base of the legacy API, without a trailing slash. */
  legacyApiUrl: string;
  /** Whether the backend is an exchange of this repository; null: it is asked. */
  isLegacyApiOurs: boolean | null;
  /** A file of the certificates (PEM) that sign the backend's, instead of the well-known ones; null: those. */
  legacyApiCaFile: string | null;
  isSandbox: boolean;
  sessionSecret: string;
  bffKey: string;
  /** What this process is the operators' console with; null in the public app, where the console doesn't exist. */
  console: { key: string; exchangeUrl: string } | null;
  /** Addresses and CIDR ranges; `platform` means that the host in front always writes X-Forwarded-For itself. */
  trustedProxies: readonly string[];
  isWalletGuardOn: boolean;
  isRateLimitOn: boolean;
  /** Scheme and host that browsers see; null in the sandbox alone, where requests for this computer's own names are believed. */
  publicOrigin: string | null;
  isHttps: boolean;
  chainRpcUrls: readonly string[];
  /** The whole of a call to the backend; a shorter one may be set, never a longer one. */
  legacyTimeoutMs: number;
};

/**
 * Returns the settings of the app from environment variables.
 *
 * Empty variables count as absent. Sandbox is on by itself only when nothing real is configured (decision 1).
 * @throws Error that lists every variable that is missing or wrong, never its value.
 */
export function parseEnv(source: Record<string, string | undefined>): AppEnv {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = appEnvSchema.safeParse(present);
  const lines = parsed.error?.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`) ?? [];
  if (parsed.data !== undefined && parsed.data.PUBLIC_ORIGIN === undefined && !isSandboxOf(parsed.data)) lines.push(ORIGIN_MISSING);
  if (parsed.data !== undefined && isPlainRefused(parsed.data)) lines.push(PLAIN_REFUSED);
  if (parsed.data?.OPERATOR_CONSOLE === '1' && parsed.data.CONSOLE_KEY === undefined) lines.push('  CONSOLE_KEY: required by the console');
  if (parsed.data === undefined || lines.length > 0) {
    throw new Error(`These environment variables are missing or wrong:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const isSandbox = isSandboxOf(env);
  return {
    isProduction: env.NODE_ENV === 'production',
    legacyApiUrl: (env.LEGACY_API_URL ?? `http://127.0.0.1:${env.EXCHANGE_PORT}/api`).replace(/\/+$/, ''),
    isLegacyApiOurs: readIsOurs(env),
    legacyApiCaFile: env.LEGACY_API_CA ?? null,
    isSandbox,
    sessionSecret: env.SESSION_SECRET,
    bffKey: env.BFF_KEY,
    console:
      env.OPERATOR_CONSOLE === '1' && env.CONSOLE_KEY !== undefined
        ? { key: env.CONSOLE_KEY, exchangeUrl: `http://127.0.0.1:${env.EXCHANGE_PORT}/operator` }
        : null,
    trustedProxies: env.TRUSTED_PROXIES.split(/[\s,]+/).filter((entry) => entry !== ''),
    isWalletGuardOn: env.WALLET_GUARD === 'on',
    isRateLimitOn: env.RATE_LIMIT === 'on',
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    isHttps: env.PUBLIC_ORIGIN?.startsWith('https:') ?? false,
    chainRpcUrls: env.CHAIN_RPC_URL ?? [],
    legacyTimeoutMs: env.LEGACY_TIMEOUT_MS,
  };
}

let remembered: AppEnv | null = null;

/** Returns the settings of this process, parsed at the first call. Lazy, because a build runs without secrets. */
export function getEnv(): AppEnv {
  remembered ??= parseEnv(process.env);
  return remembered;
}
