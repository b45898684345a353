/** The face of sessions: what operators do about an account. */
export { freezeAccountAction, unfreezeAccountAction } from './sessions.actions';
