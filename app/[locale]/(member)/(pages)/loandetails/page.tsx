import { ApplyScreen } from '@/components/loans/apply-screen';
import * as loansApi from '@/lib/bff/loans/loans.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** The agreement before it is signed; an amount or a loan that is not offered is "not found". */
const page = memberPage('loandetails', {
  load: async ({ client, session }) => prefetchRead(client, loansApi.loanStanding, {}, session),
  screen: ({ need }) => <ApplyScreen {...need} />,
});

export const { generateMetadata } = page;
export default page.show;
