import { MissingLoan } from '@/components/loans/missing-loan';
import { LoanScreen } from '@/components/loans/loan-screen';
import * as loansApi from '@/lib/bff/loans/loans.endpoints';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { memberPage } from '../../member-page';

/** One loan of the signed-in user in the mode in use. */
const page = memberPage('setloandetails', {
  load: async ({ client, session, need }) => {
    if (need === null) return;
    putRead(client, loansApi.loan, { id: need.id }, need);
    await prefetchRead(client, accountApi.balances, {}, session);
  },
  screen: ({ need }) => (need === null ? <MissingLoan /> : <LoanScreen id={need.id} />),
});

export const { generateMetadata } = page;
export default page.show;
