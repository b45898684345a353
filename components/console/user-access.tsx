'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import type { OperatorPerson } from '@/lib/operator/users';
import { CreditByHand } from './credit-by-hand';
import { ContestedFactor } from './contested-factor';
import { ClientForm } from './client-form';
import { Facts, ObjectPage, Part } from './parts';
import { post } from './post';
import { Table } from './table';
import { HouseFreeze } from './house-freeze';
import { WithdrawalSuspension } from './withdrawal-suspension';
import { useFormatter } from './format-context';
import { FaultNotice } from './fault-notice';

const BALANCES = [{ name: 'Coin' }, { name: 'Account' }, { name: 'Part' }, { name: 'Amount', isNumber: true }];
const ENTRIES = [{ name: 'Entry', isLong: true }, { name: 'Time' }, { name: 'Account', isLong: true }, { name: 'Amount', isNumber: true }];
const SESSIONS = [{ name: 'Device' }, { name: 'Account' }, { name: 'By' }, { name: 'From' }, { name: 'Began' }, { name: 'Used last' }];
const POSITIONS = [
  { name: 'Market' },
  { name: 'Side' },
  { name: 'Coins', isNumber: true },
  { name: 'Cost (USDT)', isNumber: true },
  { name: 'Margin (USDT)', isNumber: true },
];
const WITHDRAWALS = [{ name: 'Withdrawal' }, { name: 'Amount', isNumber: true }, { name: 'State' }];

/** What isn't as usual about an account; what doesn't hold is left out. */
const TIMES = [
  ['frozenAt', 'Frozen by its owner since'],
  ['houseFrozenAt', 'Frozen by the house since'],
  ['closedAt', 'Closed by its owner'],
  ['heldUntil', 'Money stays in until'],
  ['withdrawalsSuspendedAt', 'Withdrawals suspended since'],
  ['factorContestedAt', 'Authenticator contested since'],
] as const;

/** A person's account, for a reason that stays in the log. */
export function UserAccess({ id }: { id: string }) {
  const [person, setPerson] = useState<OperatorPerson | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    const answer = await post<OperatorPerson>('users.show', { id, reason });
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setPerson(answer.data);
  }

  if (person !== null) return <Person person={person} />;
  return (
    <ClientForm className="grid max-w-[28rem] gap-2" onSubmit={look}>
      <Field autoComplete="off" label="Reason for the look (in the log for good)" maxLength={500} name="reason" required />
      <Button size="small" type="submit" variant="ghost">
        Show the account
      </Button>
      <FaultNotice fault={fault} />
    </ClientForm>
  );
}

function Person({ person }: { person: OperatorPerson }) {
  const { username, email, wallet, createdAt, houseFrozenAt, closedAt, sessions, balances, entries, withdrawals } = person;
  const format = useFormatter();
  return (
    <ObjectPage
      side={
        <>
          <HouseFreeze since={houseFrozenAt} user={person.id} />
          {person.factorContestedAt === null ? null : <ContestedFactor since={person.factorContestedAt} user={person.id} />}
          <WithdrawalSuspension since={person.withdrawalsSuspendedAt} user={person.id} />
          {closedAt === null ? (
            <details>
              <summary className="min-h-11 cursor-pointer content-center font-strong">Credit what arrived by hand</summary>
              <div className="grid gap-6 pt-3">
                <CreditByHand user={person.id} />
              </div>
            </details>
          ) : null}
        </>
      }
    >
      <Card>
        <Facts
          rows={[
            ['Name', username],
            ['E-mail', email ?? '-'],
            ['Wallet', wallet ?? '-'],
            ['Since', format.time(createdAt)],
            ...TIMES.flatMap(([name, label]) => {
              const at = person[name];
              return at === null ? [] : [[label, format.time(at)] as const];
            }),
          ]}
        />
      </Card>
      <Part title="Sessions that stand">
        <Table
          caption="Sessions"
          columns={SESSIONS}
          empty="Nobody is signed in."
          rows={sessions.map(({ id, device, account, proof, from, began, seen }) => ({
            key: id,
            href: null,
            cells: [device, account, proof, from, format.time(began), format.time(seen)],
          }))}
        />
      </Part>
      <Part title="Open positions of the real account">
        <Table
          caption="Positions"
          columns={POSITIONS}
          empty="No position is open."
          rows={person.positions.map(({ id, market, side, quantity, cost, margin }) => ({
            key: id,
            href: null,
            cells: [market, side, format.amount(quantity), format.amount(cost, 2), format.amount(margin, 2)],
          }))}
        />
      </Part>
      <Part title="Balances">
        <Table
          caption="Balances"
          columns={BALANCES}
          empty="No balance."
          rows={balances.map(({ account, asset, part, amount }) => ({
            key: `${account} ${asset} ${part}`,
            href: null,
            cells: [asset, account, part, format.amount(amount)],
          }))}
        />
      </Part>
      <Part title="Withdrawals">
        <Table
          caption="Withdrawals"
          columns={WITHDRAWALS}
          empty="No withdrawal was asked for."
          rows={withdrawals.map(({ id, amount, state }) => ({
            key: id,
            href: `/operator/withdrawals/${id}`,
            cells: [id, format.sum(amount), state],
          }))}
        />
      </Part>
      <Part title="Newest entries of the real account">
        <Table
          caption="Entries"
          columns={ENTRIES}
          empty="Nothing was booked."
          rows={entries.map(({ at, code, reference, account, amount }) => ({
            key: `${code} ${reference} ${account} ${amount}`,
            href: null,
            cells: [`${code} ${reference}`, format.time(at), account, format.sum(amount)],
          }))}
        />
      </Part>
    </ObjectPage>
  );
}
