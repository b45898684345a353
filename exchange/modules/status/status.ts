/** The face of the public status: what operators may say of an incident, and the list of them. */
export { noteIncidentAct } from './status.acts';
export { findIncident, listIncidents } from './status.repository';
