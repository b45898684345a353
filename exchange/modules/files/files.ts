/** The face of pictures: who uses one claims it in its own transaction; operators look with a reason. */
export { readPictureAction, resealFiles, showPicture } from './files.actions';
export { endRows as endPictures } from './files.repository';
export type { FilesService } from './files.service';
