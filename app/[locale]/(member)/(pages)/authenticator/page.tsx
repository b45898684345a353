import { AuthenticatorScreen } from '@/components/security/authenticator-screen';
import { prefetchRead } from '@/lib/bff/prefetch';
import { security } from '@/lib/bff/security/security.endpoints';
import { memberPage } from '../../member-page';

const page = memberPage('authenticator', {
  load: ({ client, session }) => prefetchRead(client, security, {}, session),
  screen: () => <AuthenticatorScreen />,
});

export const { generateMetadata } = page;
export default page.show;
