/** The face of announcements: what operators tell everybody. */
export { endAnnouncementAct, listPublished, publishAnnouncementAct } from './announcements.acts';
