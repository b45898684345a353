import { memberLoading } from '../../member-loading';

export default memberLoading('web_view');
