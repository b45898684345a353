import { headers } from 'next/headers';
import { DepositQr } from '@/components/account/deposit-qr';
import { InviteScreen } from '@/components/invitations/invite-screen';
import * as api from '@/lib/bff/invitations/invitations.endpoints';
import { ask } from '@/lib/bff/operation';
import { prefetchRead } from '@/lib/bff/prefetch';
import { getEnv } from '@/lib/env';
import { memberPage } from '../../member-page';

/** Returns the address that browsers see: the configured one, else that of this request. */
async function readOrigin(): Promise<string> {
  const { publicOrigin } = getEnv();
  if (publicOrigin !== null) return publicOrigin;
  const host = (await headers()).get('host') ?? 'localhost';
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : 'http://localhost';
}

const page = memberPage('invite', {
  load: async ({ client, session }) => {
    const [{ code }, origin] = await Promise.all([
      ask(api.invitation, {}, session),
      readOrigin(),
      prefetchRead(client, api.invitation, {}, session),
      prefetchRead(client, api.invitedList, {}, session),
    ]);
    const link = `${origin}/register?invit=${code}`;
    // Drawn here, so that no browser loads what draws it.
    return { link, qr: <DepositQr text={link} /> };
  },
  screen: (_asked, loaded) => <InviteScreen {...loaded} />,
});

export const { generateMetadata } = page;
export default page.show;
