import { memberLoading } from '../../member-loading';

export default memberLoading('data');
