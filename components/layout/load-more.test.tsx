import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ApiError } from '@/lib/query/api-client';
import common from '@/messages/en/common.json';
import errors from '@/messages/en/errors.json';
import values from '@/messages/en/error-values.json';
import { drawText } from '@/tests/helpers/draw';
import { LoadMore, LoadNewer } from './load-more';

const messages = { Common: common, Errors: errors, ErrorValues: values } as never;
const read = (part: Parameters<typeof drawText>[0]) => drawText(part, { client: new QueryClient(), messages }).trim();
const idle = {
  error: new ApiError('LEGACY_UNREACHABLE', 503),
  hasNextPage: true,
  hasPreviousPage: true,
  isFetchingNextPage: false,
  fetchNextPage: async () => undefined,
};

it('the next page and the one before that could not be read say so, and can be asked for again', () => {
  const failed = `${errors.LEGACY_UNREACHABLE} ${common.tryAgain}`;
  expect(read(<LoadMore query={{ ...idle, isFetchNextPageError: true }} />)).toBe(failed);
  expect(read(<LoadNewer query={{ ...idle, isFetchPreviousPageError: true }} />)).toBe(failed);
});

it('a failure of another read of the list is not said there', () => {
  expect(read(<LoadMore query={idle} />)).toBe(common.more);
  expect(read(<LoadNewer query={idle} />)).toBe(common.newer);
});
