import 'server-only';
import { headers } from 'next/headers';
import { getEnv } from '../../env';
import { describeAgent } from '../../session/describe-agent';
import { readDevice } from '../../session/device';
import { type Device, knowsName } from '../../session/device-cookie';

/** Returns what a sign-in tells the exchange of its browser, with the device that is remembered for `name`, and the device cookie's. */
export async function readClient(name: string): Promise<{
  device: Device | null;
  fields: { device: string | undefined; agent_browser: string | undefined; agent_system: string | undefined };
}> {
  const [device, sent] = await Promise.all([readDevice(), headers()]);
  const isKnown = device !== null && knowsName(device, name, getEnv().sessionSecret);
  const { browser, system } = describeAgent(sent.get('user-agent') ?? '');
  return { device, fields: { device: isKnown ? device.id : undefined, agent_browser: browser, agent_system: system } };
}
