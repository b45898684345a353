import 'server-only';
import { headers } from 'next/headers';
import { getEnv } from '../../env';
import { describeAgent } from '../../session/describe-agent';
import { readDevice } from '../../session/device';
import { createDevice, type Device, knowsName } from '../../session/device-cookie';

/** Returns what a sign-in tells the exchange of its browser, with the device that is remembered for `name`, and the browser's device: a new one where it has none. */
export async function readClient(name: string): Promise<{
  device: Device;
  isNew: boolean;
  fields: { device: string | undefined; seen_on: string; agent_browser: string | undefined; agent_system: string | undefined };
}> {
  const [kept, sent] = await Promise.all([readDevice(), headers()]);
  const isKnown = kept !== null && knowsName(kept, name, getEnv().sessionSecret);
  const { browser, system } = describeAgent(sent.get('user-agent') ?? '');
  const device = kept ?? createDevice();
  const fields = { device: isKnown ? device.id : undefined, seen_on: device.id, agent_browser: browser, agent_system: system };
  return { device, isNew: kept === null, fields };
}
