import { missingFirst } from '../missing-first';
import { requireOrder } from '../require';

export default missingFirst(requireOrder);
