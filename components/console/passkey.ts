/** Has the browser make or use a passkey; null where the person declined or the device has none: it doesn't say which. */
export async function askPasskey(what: 'make' | 'use', options: string): Promise<string | null> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  const start = { make: startRegistration, use: startAuthentication }[what] as (input: { optionsJSON: never }) => Promise<unknown>;
  try {
    return JSON.stringify(await start({ optionsJSON: JSON.parse(options) as never }));
  } catch {
    return null;
  }
}

export const DECLINED = 'No passkey was given: it was declined, or this device has none for the console.';
