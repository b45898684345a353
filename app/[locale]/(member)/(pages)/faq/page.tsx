import { loadHelp, MemberHelp } from '../../member-help';
import { memberPage } from '../../member-page';

const page = memberPage('faq', {
  load: ({ locale }) => loadHelp(locale),
  screen: (_asked, help) => <MemberHelp help={help} shown={{ route: 'faq' }} />,
});

export const { generateMetadata } = page;
export default page.show;
