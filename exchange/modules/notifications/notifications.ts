/** The notifications' face: what ends with a change of what protects an account. */
export { endOwnSubscription } from './notifications.push.repository';
