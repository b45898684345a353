import { LoansScreen } from '@/components/loans/loans-screen';
import * as loansApi from '@/lib/bff/loans/loans.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('tab3', {
  load: async ({ client, session }) => {
    await Promise.all([
      prefetchRead(client, loansApi.loanProducts, {}, session),
      prefetchRead(client, loansApi.loanStanding, {}, session),
      prefetchRead(client, loansApi.loans, {}, session),
    ]);
  },
  screen: () => <LoansScreen />,
});

export const { generateMetadata } = page;
export default page.show;
