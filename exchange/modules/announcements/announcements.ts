/** The face of announcements: what operators tell everybody. */
export { findAnnouncement, readTitles } from './announcements.repository';
export { endAnnouncementAction, listPublished, publishAnnouncement, publishAnnouncementAction } from './announcements.actions';
