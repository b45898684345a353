/** The face of sessions: what operators do about an account. */
export { freezeAccountAct, unfreezeAccountAct } from './sessions.acts';
