import { NotificationDetailsScreen } from '@/components/notifications/notification-details-screen';
import * as notificationsApi from '@/lib/bff/notifications/notifications.endpoints';
import { putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** One notification of the signed-in user; any other id is "not found". */
const page = memberPage('notifydetails', {
  load: async ({ client, need }) => putRead(client, notificationsApi.notification, { id: need.id }, need),
  screen: ({ need }) => <NotificationDetailsScreen id={need.id} />,
});

export const { generateMetadata } = page;
export default page.show;
