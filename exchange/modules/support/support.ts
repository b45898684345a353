/** The face of support: what operators do and look at. */
export { answerSupportAction, listSupportQueue, readSupportAction, readSupportPictureAction, showThread } from './support.actions';
export {
  dropAnswerAction,
  handOverSupportAction,
  listSavedAnswers,
  listAssignableOperators,
  saveAnswerAction,
  showNewLines,
} from './support.desk';
export { findOpenThread, hasCase as hasSupportCase, type SupportLine } from './support.repository';
