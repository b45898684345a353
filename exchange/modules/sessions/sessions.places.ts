/** Returns how a device's browser and system are called, in any language; empty for one without names. */
export function describeDevice({ browser, system }: { browser: string; system: string }): string {
  return [browser, system].filter((name) => name !== '').join(', ');
}
