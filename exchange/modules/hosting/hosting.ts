/** The face of hosting: what others may ask of what is hosted. */
export { listHosted, readHosted } from './hosting.hosted';
