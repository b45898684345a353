import { missingFirst } from '../missing-first';
import { requireTab } from '../require';

export default missingFirst(requireTab);
