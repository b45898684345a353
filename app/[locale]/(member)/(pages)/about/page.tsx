import { loadHelp, MemberHelp } from '../../member-help';
import { memberPage } from '../../member-page';

const page = memberPage('about', {
  load: ({ locale }) => loadHelp(locale),
  screen: (_asked, help) => <MemberHelp help={help} shown={{ route: 'about' }} />,
});

export const { generateMetadata } = page;
export default page.show;
