import { defineOrderEvents } from '../matching/matching';

/** What happened to spot orders. */
export const spotEvents = defineOrderEvents('spot');
