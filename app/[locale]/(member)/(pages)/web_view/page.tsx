import { loadHelp, MemberHelp } from '../../member-help';
import { memberPage } from '../../member-page';

const page = memberPage('web_view', {
  load: ({ locale }) => loadHelp(locale),
  screen: ({ need: { article } }, help) => <MemberHelp help={help} shown={{ route: 'web_view', article }} />,
});

export const { generateMetadata } = page;
export default page.show;
