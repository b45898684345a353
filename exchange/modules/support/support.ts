/** The face of support: what operators do and look at. */
export { answerSupportAct, listSupportQueue, readSupportAct, showThread } from './support.acts';
