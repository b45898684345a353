import 'server-only';
import { readFileSync } from 'node:fs';

let known: { file: string; ca: string } | null = null;

/**
 * Returns the TLS options of connections to the backend: the CA certificates of the configured file, or Node's own.
 * @throws Error that names the setting when the file can't be read
 */
export function tlsOptionsOf(file: string | null): { ca?: string } {
  if (file === null) return {};
  if (known?.file !== file) {
    try {
      known = { file, ca: readFileSync(file, 'utf8') };
    } catch (cause) {
      throw new Error('The file of LEGACY_API_CA can not be read', { cause });
    }
  }
  return { ca: known.ca };
}
