import { readFile } from 'node:fs/promises';
import { Wallet } from 'ethers';
import type { SignerSettings } from '../../env';

/** Opens the key. Takes about a second: that is what makes guessing its password slow. @throws Error that names the file, never the password */
export async function openKeystore({ keystore, passwordFile, password }: SignerSettings): Promise<Wallet> {
  const json = await readFile(keystore, 'utf8');
  const secret = password ?? (passwordFile === null ? null : (await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, ''));
  if (secret === null) throw new Error('The key of the hot wallet has no password: set SIGNER_PASSWORD_FILE or SIGNER_PASSWORD.');
  try {
    const opened = await Wallet.fromEncryptedJson(json, secret);
    return new Wallet(opened.privateKey);
  } catch {
    // What the library says may quote what it was given.
    throw new Error(`The key of the hot wallet in ${keystore} can't be opened with this password.`);
  }
}
