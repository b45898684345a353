import { ProtectionScreen } from '@/components/protection/protection-screen';
import { prefetchRead } from '@/lib/bff/prefetch';
import { protection } from '@/lib/bff/protection/protection.endpoints';
import { memberPage } from '../../member-page';

const page = memberPage('protection', {
  load: ({ client, session }) => prefetchRead(client, protection, {}, session),
  screen: () => <ProtectionScreen />,
});

export const { generateMetadata } = page;
export default page.show;
