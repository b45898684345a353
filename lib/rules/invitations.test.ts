import { describe, expect, it } from 'vitest';
import { INVITATION_TERMS } from '../../tests/helpers/reward-terms';
import {
  calculateInvitationReward,
  INVITATION_START,
  type InvitationStep,
  maskName,
  readInvitationRule,
  showInvitedState,
  stepInvitation,
} from './invitations';

const ONE = 10n ** 8n;
const RULE = { ...readInvitationRule(INVITATION_TERMS, false), stayMs: 7_000 };
const moved = (at: number, whole: bigint): InvitationStep => ({ kind: 'moved', at, value: whole * ONE });
const verified = (at: number): InvitationStep => ({ kind: 'verified', at });
const run = (steps: readonly InvitationStep[]) => steps.reduce((standing, step) => stepInvitation(standing, step, RULE), INVITATION_START);

describe('the reward of an invitation', () => {
  it.each([
    { lowest: 100n * ONE - 1n, each: 0n },
    { lowest: 100n * ONE, each: 10n * ONE },
    { lowest: 250n * ONE + 9n, each: 25n * ONE },
    { lowest: 499n * ONE, each: 49n * ONE + 9n * (ONE / 10n) },
    { lowest: 500n * ONE, each: 50n * ONE },
    { lowest: 1_000_000n * ONE, each: 50n * ONE },
    { lowest: -5n, each: 0n },
  ])('is $each each for $lowest that stayed, and 100 USDT together at most', ({ lowest, each }) => {
    expect(calculateInvitationReward(lowest, RULE)).toBe(each);
  });
});

describe('the way to it', () => {
  it.each([
    { name: 'nothing is due without a deposit', steps: [verified(1)], due: null, shown: 'verified' },
    { name: 'nothing is due unverified', steps: [moved(1, 500n)], due: null, shown: 'deposited' },
    {
      name: 'seven days from the deposit that reached the minimum',
      steps: [verified(1), moved(2, 99n), moved(5, 1n)],
      due: 7_005,
      shown: 'waiting',
    },
    { name: 'the verification may come last', steps: [moved(1, 100n), verified(9_000)], due: 9_000, shown: 'waiting' },
    { name: 'falling below begins again', steps: [verified(1), moved(2, 100n), moved(3, -1n), moved(4, 1n)], due: 7_004, shown: 'waiting' },
    { name: 'falling below and staying there', steps: [verified(1), moved(2, 100n), moved(3, -1n)], due: null, shown: 'verified' },
  ])('$name', ({ steps, due, shown }) => {
    const standing = run(steps);
    expect(standing.dueAt).toBe(due);
    for (const isInviterVerified of [true, false]) expect(showInvitedState(standing, { isInviterVerified })).toBe(shown);
  });

  it.each([
    [true, 'waiting'],
    [false, 'inviter'],
  ] as const)('what is due and not judged, with an inviter who is verified (%s), is %s', (isInviterVerified, shown) => {
    const standing = { ...run([verified(1), moved(2, 100n)]), state: 'due' } as const;
    expect(showInvitedState(standing, { isInviterVerified })).toBe(shown);
  });

  it('counts the lowest that stayed, not what was added at the end', () => {
    expect(run([verified(1), moved(2, 400n), moved(3, -150n), moved(4, 5_000n)]).lowest).toBe(250n * ONE);
  });

  it('stays as it was when it was due, whatever comes after', () => {
    const due = run([verified(1), moved(2, 400n), moved(7_002, -400n)]);
    expect(due).toMatchObject({ state: 'due', lowest: 400n * ONE, dueAt: 7_002 });
    expect(stepInvitation(due, moved(8_000, 9_000n), RULE)).toEqual(due);
  });
});

it.each([
  ['ab', 'a***'],
  ['ada', 'a***'],
  ['lovelace', 'lo***ce'],
  ['0x1234567890abcdef', '0x***ef'],
])('%s is shown as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
