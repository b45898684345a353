import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

export type Member = { address: string; cookies: Record<string, string>; cookieHeader: string };

/** Signs a new wallet in through the app's own endpoints: a member on the demo account. */
export async function signInMember(origin: string): Promise<Member> {
  const account = privateKeyToAccount(generatePrivateKey());
  const cookies: Record<string, string> = {};
  const headerOf = () =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const post = async (path: string, body: Record<string, unknown>) => {
    const headers = { 'content-type': 'application/json', origin, cookie: headerOf() };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies[name] = value;
    }
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { message } = await post('/api/session/wallet/message', { address: account.address, chainId: 1 });
  const signature = await account.signMessage({ message: String(message) });
  await post('/api/session/wallet', { message, signature });
  // The pages ask for a browser with a wallet.
  await post('/api/wallet-found', {});
  return { address: account.address, cookies, cookieHeader: headerOf() };
}
