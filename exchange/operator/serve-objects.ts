import { OBJECT_ACTS, objectEndpoints } from '../../lib/operator/objects';
import { readTimeline, serve } from './desk';

/** What answers about objects that have no queue. */
export const OBJECTS = [
  serve(objectEndpoints.about, ({ kind, id }, seat) => readTimeline(seat.db.read, seat, { target: id, acts: OBJECT_ACTS[kind] })),
];
