import { missingFirst } from '../missing-first';
import { requireFeature } from '../require';

export default missingFirst(() => requireFeature('perpetual'));
