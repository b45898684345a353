/** The face of announcements: what operators tell everybody. */
export { findAnnouncement } from './announcements.repository';
export { endAnnouncementAct, listPublished, publishAnnouncement, publishAnnouncementAct } from './announcements.acts';
