/** Runs once when the server starts. The import stands inside the condition so that no other runtime's bundle holds it. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { prepareServer } = await import('./lib/security/prepare-server');
    prepareServer();
  }
}
