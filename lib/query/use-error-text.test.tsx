import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import values from '@/messages/en/error-values.json';
import errors from '@/messages/en/errors.json';
import { ApiError } from './api-client';
import { useErrorText, useReadErrorText } from './use-error-text';

const LATE = new ApiError('LEGACY_TIMEOUT', 504);

function Said({ useText }: { useText: typeof useErrorText }) {
  return <>{useText()(LATE)}</>;
}

const draw = (useText: typeof useErrorText) =>
  renderToString(
    <NextIntlClientProvider locale="en" messages={{ Errors: errors, ErrorValues: values }} timeZone="UTC">
      <Said useText={useText} />
    </NextIntlClientProvider>,
  );

it('a late answer asks to look after a write, never after a read', () => {
  expect(draw(useErrorText)).toContain('Please look whether it went through');
  expect(draw(useReadErrorText)).toBe('The exchange cannot be reached right now. Nothing you confirmed was lost.');
});
