import { DataScreen } from '@/components/data-export/data-screen';
import { dataExport } from '@/lib/bff/data-export/data-export.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('data', {
  load: ({ client, session }) => prefetchRead(client, dataExport, {}, session),
  screen: () => <DataScreen />,
});

export const { generateMetadata } = page;
export default page.show;
