/** The face of support: what operators do and look at. */
export { answerSupportAct, listSupportQueue, readSupportAct, readSupportPictureAct, showThread } from './support.acts';
export {
  dropAnswerAct,
  handOverSupportAct,
  listSavedAnswers,
  listAssignableOperators,
  saveAnswerAct,
  showNewLines,
} from './support.desk';
export { findOpenThread, hasCase as hasSupportCase, type SupportLine } from './support.repository';
