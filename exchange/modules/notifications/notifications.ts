/** The notifications' face: what ends with a change of what protects an account, and the pace of mails. */
export { takeMailTurn } from './notifications.mail-turns';
export { endOwnSubscription } from './notifications.push.repository';
