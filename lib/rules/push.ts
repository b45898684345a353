/** Push services of the browsers in use, by host; a star stands for one or more names before it. Nothing is sent to any other. */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];
export const ENDPOINT_MAX = 1_000;
const LOOPBACK = ['127.0.0.1', 'localhost'];

function isHostOf(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Returns whether messages are sent to an address: one of a known push service over https, and on this computer alone where `isLoopbackTaken`. */
export function isPushEndpoint(endpoint: string, { isLoopbackTaken }: { isLoopbackTaken: boolean }): boolean {
  if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (isLoopbackTaken && protocol === 'http:' && LOOPBACK.includes(hostname)) return true;
  return protocol === 'https:' && port === '' && PUSH_HOSTS.some((pattern) => isHostOf(pattern, hostname));
}
