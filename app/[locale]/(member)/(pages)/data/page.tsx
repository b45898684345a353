import { DataScreen } from '@/components/data-export/data-screen';
import { closing } from '@/lib/bff/closing/closing.endpoints';
import { dataExport } from '@/lib/bff/data-export/data-export.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('data', {
  load: ({ client, session }) => Promise.all([prefetchRead(client, dataExport, {}, session), prefetchRead(client, closing, {}, session)]),
  screen: () => <DataScreen />,
});

export const { generateMetadata } = page;
export default page.show;
