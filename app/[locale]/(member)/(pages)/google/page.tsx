import { GoogleScreen } from '@/components/security/google-screen';
import { prefetchRead } from '@/lib/bff/prefetch';
import { security } from '@/lib/bff/security/security.endpoints';
import { memberPage } from '../../member-page';

const page = memberPage('google', {
  load: ({ client, session }) => prefetchRead(client, security, {}, session),
  screen: () => <GoogleScreen />,
});

export const { generateMetadata } = page;
export default page.show;
