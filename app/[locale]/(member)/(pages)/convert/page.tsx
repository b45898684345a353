import { ConvertScreen } from '@/components/convert/convert-screen';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as convertApi from '@/lib/bff/convert/convert.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('convert', {
  load: async ({ client, session }) => {
    await Promise.all([prefetchRead(client, convertApi.convertTerms, {}, session), prefetchRead(client, accountApi.balances, {}, session)]);
  },
  screen: ({ query }) => <ConvertScreen from={nameIn(query.from)} to={nameIn(query.to)} />,
});

function nameIn(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export const { generateMetadata } = page;
export default page.show;
