/** The face of support: what operators do and look at. */
export { answerSupportAct, listSupportQueue, readSupportAct, readSupportPictureAct, showThread } from './support.acts';
