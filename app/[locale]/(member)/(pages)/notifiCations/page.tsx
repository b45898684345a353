import { NotificationsScreen } from '@/components/notifications/notifications-screen';
import { memberPage } from '../../member-page';

/** What the user was told of. */
const page = memberPage('notifiCations', { screen: () => <NotificationsScreen /> });

export const { generateMetadata } = page;
export default page.show;
