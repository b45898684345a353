import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import * as api from '@/lib/api/files';
import { ApiError } from '@/lib/query/api-client';
import { readOptions } from '@/lib/query/reads';
import common from '@/messages/en/common.json';
import errors from '@/messages/en/errors.json';
import values from '@/messages/en/error-values.json';
import support from '@/messages/en/support.json';
import { drawText } from '@/tests/helpers/draw';
import { LinePicture } from './line-picture';

function read(error: ApiError): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const query = client.getQueryCache().build(client, { queryKey: readOptions(api.picture, { id: '7' }).queryKey });
  query.setState({ ...query.state, status: 'error', error });
  const messages = { Common: common, Support: support, Errors: errors, ErrorValues: values } as never;
  return drawText(<LinePicture id="7" />, { client, messages }).trim();
}

it('a picture that could not be read is told from one that is kept no longer', () => {
  expect(read(new ApiError('PICTURE_UNKNOWN', 404))).toBe(support.pictureGone);
  const failed = read(new ApiError('LEGACY_UNREACHABLE', 503));
  expect(failed).toContain(errors.LEGACY_UNREACHABLE);
  expect(failed).toContain(common.tryAgain);
});
