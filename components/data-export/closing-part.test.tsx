import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import * as api from '@/lib/api/closing';
import { readOptions } from '@/lib/query/reads';
import { ScreenProvider } from '@/lib/query/shown-account';
import common from '@/messages/en/common.json';
import data from '@/messages/en/data.json';
import errors from '@/messages/en/errors.json';
import write from '@/messages/en/write.json';
import { draw } from '../../tests/helpers/draw';
import { ClosingPart } from './closing-part';

/** What of giving something up is drawn for an account that nothing keeps open. */
function drawClosing(rewards: string, rests: { asset: string; amount: string }[] = []) {
  const client = new QueryClient();
  client.setQueryData(readOptions(api.closing, {}).queryKey, { reasons: [], rests, rewards });
  const part = (
    <ScreenProvider screen={{ userId: '7', mode: 'real', canLook: true }}>
      <ClosingPart />
    </ScreenProvider>
  );
  const html = draw(part, { client, messages: { Common: common, Data: data, Errors: errors, Write: write } });
  const ticks = [...html.matchAll(/type="checkbox"/g)].length;
  return { ticks, isUnpaid: html.includes(data.unpaid), isRest: html.includes(data.rests), isAsked: html.includes(data.closeNeeds), html };
}

it('asks for a tick where rewards are not paid yet, and says their sum to the last digit', () => {
  const drawn = drawClosing('25.00000001');
  expect(drawn).toMatchObject({ ticks: 1, isUnpaid: true, isRest: false, isAsked: true });
  expect(drawn.html).toContain('25.00000001');
});

it("asks once for what can't leave and for what is not paid", () => {
  expect(drawClosing('25', [{ asset: 'BTC', amount: '0.00009999' }])).toMatchObject({ ticks: 1, isUnpaid: true, isRest: true });
});

it('asks for no tick where nothing is given up', () => {
  expect(drawClosing('0')).toMatchObject({ ticks: 0, isUnpaid: false, isRest: false, isAsked: false });
});
