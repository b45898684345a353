import { missingFirst } from '../missing-first';
import { requireProductMarket } from '../require';

export default missingFirst((asked) => requireProductMarket('perpetual', asked));
