import { RecordDetailsScreen } from '@/components/records/record-details-screen';
import { memberPage } from '../../member-page';

/** Everything booked under one reference of the signed-in user. */
const page = memberPage('recorddetails', { screen: ({ need }) => <RecordDetailsScreen {...need} /> });

export const { generateMetadata } = page;
export default page.show;
