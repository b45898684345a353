import type { ReactNode } from 'react';
import { AccountHubScreen } from '@/components/account/account-hub-screen';
import { DepositQr } from '@/components/account/deposit-qr';
import { ScoreDetails } from '@/components/loans/score-details';
import * as depositsRead from '@/lib/api/deposits';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { getFeatures } from '@/lib/bff/app/get-features';
import { ask } from '@/lib/bff/operation';
import * as depositsApi from '@/lib/bff/deposits/deposits.endpoints';
import * as withdrawalsApi from '@/lib/bff/withdrawals/withdrawals.endpoints';
import { prefetchPages, prefetchRead } from '@/lib/bff/prefetch';
import { accountMenuOf } from '@/lib/pages/account-menu';
import { readOptions } from '@/lib/query/reads';
import { memberPage } from '../../member-page';

const page = memberPage('tab4', {
  load: async ({ client, session }) => {
    const [{ creditScore }, { features }] = await Promise.all([
      ask(accountApi.account, {}, session),
      getFeatures(),
      prefetchRead(client, accountApi.home, {}, session),
      prefetchRead(client, accountApi.accountTerms, {}, session),
    ]);
    // Addresses belong to the real account. Each is drawn here once, so that no browser loads what draws it.
    if (session.mode === 'real' && features.includes('deposits')) {
      await Promise.all([
        prefetchRead(client, depositsApi.depositOptions, {}, session),
        prefetchPages(client, depositsApi.deposits, {}, session),
      ]);
    }
    if (session.mode === 'real' && features.includes('withdrawals'))
      await prefetchRead(client, withdrawalsApi.withdrawalTerms, {}, session);
    const { options = [] } = client.getQueryData(readOptions(depositsRead.depositOptions, {}).queryKey) ?? {};
    const qrCodes: Record<string, ReactNode> = {};
    for (const { address } of options) qrCodes[address] ??= <DepositQr text={address} />;
    const score = features.includes('loans') ? { score: creditScore, details: <ScoreDetails /> } : null;
    return { creditScore: score, menu: accountMenuOf(features), qrCodes };
  },
  screen: ({ query: { active, coin } }, loaded) => (
    <AccountHubScreen {...loaded} active={typeof active === 'string' ? active : null} coin={typeof coin === 'string' ? coin : null} />
  ),
});

export const { generateMetadata } = page;
export default page.show;
