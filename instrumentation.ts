/** Runs once when the server starts: wrong settings stop it at once, with the full list. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { getEnv } = await import('./lib/env');
  const { createProxyTest } = await import('./lib/security/client-ip');
  const { watchOwnHeaders } = await import('./lib/security/own-headers');
  createProxyTest(getEnv().trustedProxies);
  watchOwnHeaders();
}
