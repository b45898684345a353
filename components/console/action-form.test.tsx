import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ContextType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DEFAULT_FORMAT_SETTINGS, createFormatter } from '@/lib/console/formatter';
import { ActionForm } from './action-form';
import { NetworkActions } from './network-actions';
import { ObjectActions } from './object-actions';
import { QueueActions } from './queue-actions';
import { MayProvider } from './format-context';
import { HouseFreeze } from './house-freeze';
import { WithdrawalActions } from './withdrawal-actions';
import { WithdrawalSuspension } from './withdrawal-suspension';

const noRouter = {} as NonNullable<ContextType<typeof AppRouterContext>>;
const draw = (form: React.ReactNode) => renderToString(<AppRouterContext.Provider value={noRouter}>{form}</AppRouterContext.Provider>);
const FOUND = { id: '7', userId: '7', about: ['gold'] } as unknown as Parameters<typeof QueueActions>[0]['found'];
const DEEP = [{ network: 'BTC', reason: 'deep_reorganisation', since: 0 }];
const FORMAT = createFormatter(DEFAULT_FORMAT_SETTINGS);
const OBJECT_ACTION_NAMES = [
  'markets.halt',
  'networks.pause',
  'networks.follow',
  'pools.fund',
  'registry.change',
  'fees.change',
  'presale.change',
  'incidents.note',
  'events.skip',
];
const STOP = { reason: 'security', stopsCrediting: false, since: 0 };

it('what an act is told and the reason for the log are fields of their own, in every form', () => {
  const forms = [
    ...(['identity', 'loans', 'proofs', 'wires', 'claims', 'support'] as const).flatMap((queue) =>
      [true, false].map((isLate) => <QueueActions facts={null} found={FOUND} isLate={isLate} key={queue} queue={queue} />),
    ),
    <ObjectActions acts={OBJECT_ACTION_NAMES} id="product spot" key="object" values={{ terms: '{\n}', price: '1' }} />,
    <NetworkActions
      format={FORMAT}
      pauses={DEEP}
      key="networks"
      networks={[
        { network: 'BTC', stop: null },
        { network: 'ERC20', stop: STOP },
      ]}
    />,
    <ActionForm act="wires.refuse" fields={[{ name: 'reason', label: 'Reason' }]} input={{}} key="plain" label="Refuse" />,
  ];
  const drawn = forms.flatMap((form) => draw(form).split('<form').slice(1));
  expect(drawn.length).toBeGreaterThan(10);
  for (const html of drawn) {
    const names = [...html.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name);
    expect(names, html).toEqual([...new Set(names)]);
  }
});

it('a network that runs can be stopped; one that operators stopped can be let go on, or stopped otherwise', () => {
  const runs = draw(<NetworkActions format={FORMAT} pauses={[]} networks={[{ network: 'BTC', stop: null }]} />);
  expect(runs).toContain('Stop BTC');
  expect(runs).not.toContain('Ask to let BTC go on');
  const stopped = draw(<NetworkActions format={FORMAT} pauses={[]} networks={[{ network: 'ERC20', stop: STOP }]} />);
  expect(stopped).toContain('payments stopped (security)');
  expect(stopped).toContain('Ask to let ERC20 go on');
  expect(stopped).toContain('Stop ERC20');
  expect(stopped).not.toContain('Ask to follow');
  expect(draw(<NetworkActions networks={[{ network: 'BTC', stop: null }]} pauses={DEEP} format={FORMAT} />)).toContain('Ask to follow BTC');
});

it('withdrawals of an account are suspended, or let go again, whichever is to be done', () => {
  expect(draw(<WithdrawalSuspension since={null} user="7" />)).toContain('Suspend them');
  expect(draw(<WithdrawalSuspension since={0} user="7" />)).toContain('Ask to resume them');
});

it('an account is frozen by the house, or unfrozen, whichever is to be done', () => {
  expect(draw(<HouseFreeze since={null} user="7" />)).toContain('Freeze it');
  expect(draw(<HouseFreeze since={0} user="7" />)).toContain('Ask to unfreeze it');
});

it('a withdrawal is decided in review, paid by hand or anew while it is to be paid, and left alone when it is over', () => {
  const buttons = (state: string) =>
    [...draw(<WithdrawalActions facts={{ id: '7' }} state={state} />).matchAll(/<button[^>]*>(?:<span[^>]*>)?([^<]+)/g)].map(
      ([, label]) => label,
    );
  expect(buttons('review')).toEqual(['Ask for approval', 'Ask for refusal']);
  expect(buttons('approved')).toEqual(['Ask to follow it', 'Ask to pay it anew', 'Ask for refusal']);
  expect(buttons('sent')).toEqual(['Ask to follow it', 'Ask to pay it anew']);
  expect(buttons('done')).toEqual([]);
});

it('who lacks the role for an action is told so instead of a form that the exchange would refuse', () => {
  const drawFor = (may: string[]) =>
    draw(
      <MayProvider may={may}>
        <WithdrawalActions facts={{ id: '7' }} state="review" />
      </MayProvider>,
    );
  expect(drawFor(['withdrawals.refuse'])).toMatch(/Your roles do not include this\..*Ask for refusal/s);
  expect(drawFor(['withdrawals.refuse'])).not.toContain('Ask for approval');
  expect(drawFor(['withdrawals.refuse', 'withdrawals.approve'])).not.toContain('Your roles');
});
