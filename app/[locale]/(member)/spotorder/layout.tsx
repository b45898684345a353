import { missingFirst } from '../missing-first';
import { requireMarket } from '../require';

export default missingFirst(requireMarket);
