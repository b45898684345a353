import { SessionsScreen } from '@/components/sessions/sessions-screen';
import { prefetchRead } from '@/lib/bff/prefetch';
import { sessions } from '@/lib/bff/sessions/sessions.endpoints';
import { memberPage } from '../../member-page';

const page = memberPage('sessions', {
  load: ({ client, session }) => prefetchRead(client, sessions, {}, session),
  screen: () => <SessionsScreen />,
});

export const { generateMetadata } = page;
export default page.show;
