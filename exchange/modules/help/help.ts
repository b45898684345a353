/** The face of help: what operators change in its texts, and how they see them. */
export { changeHelpAction, restoreHelpAction } from './help.actions';
export { listHelpEntries, readHelpEntry } from './help.versions';
