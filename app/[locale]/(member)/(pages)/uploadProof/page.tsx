import { WireScreen } from '@/components/proofs/wire-screen';
import { ProofScreen } from '@/components/proofs/proof-screen';
import { proofs } from '@/lib/bff/proofs/proofs.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { WIRE_NAME } from '@/lib/rules/wire';
import { memberPage } from '../../member-page';

const COIN = /^[A-Z0-9]{2,10}(_[A-Z0-9]{2,20})?$/;

const page = memberPage('uploadProof', {
  // Spelled as in the route table of the specification.
  title: ({ currneyName: coin }) => (coin === WIRE_NAME ? 'Wires.title' : null),
  load: async ({ client, session, query }) => {
    await prefetchRead(client, proofs, {}, session);
    const { currneyName: coin } = query;
    return { coin: typeof coin === 'string' && COIN.test(coin) ? coin : null };
  },
  screen: (_asked, loaded) => (loaded.coin === WIRE_NAME ? <WireScreen /> : <ProofScreen {...loaded} />),
});

export const { generateMetadata } = page;
export default page.show;
