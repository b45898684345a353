import { SupportScreen } from '@/components/support/support-screen';
import { readSubject } from '@/lib/rules/support';
import { memberPage } from '../../member-page';

/** The thread with support; `about` is what a new line is about. */
const page = memberPage('support', {
  screen: ({ query: { about } }) => <SupportScreen about={typeof about === 'string' && readSubject(about) !== null ? about : null} />,
});

export const { generateMetadata } = page;
export default page.show;
