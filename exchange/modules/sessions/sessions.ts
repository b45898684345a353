/** The face of sessions for whoever else changes what protects an account. */
export type { ChangeMail } from './sessions.module';
