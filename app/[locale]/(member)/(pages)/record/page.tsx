import { HostedList } from '@/components/hosting/hosted-list';
import { RecordsScreen } from '@/components/records/records-screen';
import { FillsExport } from '@/components/spot/fills-export';
import { memberPage } from '../../member-page';

/** The records hub; `active` is the number of an offered kind, anything else is "not found". */
const page = memberPage('record', {
  screen: ({ need: { features, tab } }) => (
    <RecordsScreen
      features={features}
      hosting={<HostedList />}
      startActive={tab.active}
      tradesExport={features.includes('lists') ? <FillsExport /> : null}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
