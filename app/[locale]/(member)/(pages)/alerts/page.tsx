import { AlertsScreen } from '@/components/alerts/alerts-screen';
import * as alertsApi from '@/lib/bff/alerts/alerts.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** Alerts of the user; a new one is about `coin` (BTC or BTC-USDT), the first market without it. */
const page = memberPage('alerts', {
  load: async ({ client, need: { markets }, session }) => {
    putRead(client, marketApi.markets, {}, { markets });
    await prefetchRead(client, alertsApi.alerts, {}, session);
  },
  back: ({ query, need: { market } }) => (query.coin === undefined ? '/notifiCations' : `/marketInfo?coin=${market.symbol}`),
  screen: ({ need: { market } }) => <AlertsScreen key={market.symbol} symbol={market.symbol} />,
});

export const { generateMetadata } = page;
export default page.show;
