/** The face of the stream: what it needs of the others. Wiring is in `stream.module.ts`. */
export type { StreamDeps } from './stream.service';
