/** The face of the public status: what operators may say of an incident, the list of them, and what is published of the reserves. */
export { noteIncidentAction, versionOfTexts } from './status.actions';
export { findIncident, listIncidents } from './status.repository';
export { keepMembers, saveReserves } from './status.reserves';
