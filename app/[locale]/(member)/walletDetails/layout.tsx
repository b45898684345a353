import { missingFirst } from '../missing-first';
import { requireCoin } from '../require';

export default missingFirst(requireCoin);
