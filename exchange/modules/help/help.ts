/** The face of help: what operators change in its texts, and how they see them. */
export { changeHelpAct, restoreHelpAct } from './help.acts';
export { listHelpEntries, readHelpEntry } from './help.versions';
