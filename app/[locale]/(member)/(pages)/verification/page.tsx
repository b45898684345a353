import { VerificationScreen } from '@/components/identity/verification-screen';
import { identity } from '@/lib/bff/identity/identity.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('verification', {
  load: ({ client, session }) => prefetchRead(client, identity, {}, session),
  screen: () => <VerificationScreen />,
});

export const { generateMetadata } = page;
export default page.show;
