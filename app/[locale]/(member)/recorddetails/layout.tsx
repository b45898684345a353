import { missingFirst } from '../missing-first';
import { requireReference } from '../require';

export default missingFirst(requireReference);
