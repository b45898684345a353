import { loadHelp, MemberHelp } from '../../member-help';
import { memberPage } from '../../member-page';

const page = memberPage('legality', {
  load: ({ locale }) => loadHelp(locale),
  screen: (_asked, help) => <MemberHelp help={help} shown={{ route: 'legality' }} />,
});

export const { generateMetadata } = page;
export default page.show;
