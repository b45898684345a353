import { toScaled } from './decimal';

/** USDT in the ledger has eight decimals. */
const SCALE = 8;
const DAY_MS = 86_400_000;
const RATE_SCALE = 4;
const RATE_ONE = 10n ** BigInt(RATE_SCALE);

/**
 * The rule of the reward for an invitation: who was invited keeps a net deposit of `netMin` USDT or more for `keptDays`; inviter and invited then get the share
 * `shareRate` (a fraction) of the lowest it was in that time, each `eachMax` USDT at most. Somebody goes by the rule of the day of their sign-up.
 * `dayMax`: USDT that the house pays for all invitations in a day (UTC), by the terms in force on it; what is above waits for the next.
 */
export type InvitationTerms = { netMin: string; keptDays: number; shareRate: string; eachMax: string; dayMax: string };
/** The same in base units of USDT and ms, the share in ten-thousandths. */
export type InvitationRule = { netMin: bigint; stayMs: number; share: bigint; eachMax: bigint };
/** USDT that the house pays for all invitations in a day, where the terms are older than that bound. */
export const INVITATION_DAY_MAX = '2000';
/** In a sandbox a day of the rule is ten seconds, so that it can be tried. */
export const SANDBOX_DAY_MS = 10_000;
/** An address that funds more accounts than this is an exchange's, and says nothing of who owns them. */
export const FUNDING_SHARED_MAX = 5;

/** Returns a rule in units. @throws RangeError for what the registry would not have taken */
export function readInvitationRule(
  { netMin, keptDays, shareRate, eachMax }: Omit<InvitationTerms, 'dayMax'>,
  isSandbox: boolean,
): InvitationRule {
  return {
    netMin: unitsOf(netMin, SCALE),
    stayMs: keptDays * (isSandbox ? SANDBOX_DAY_MS : DAY_MS),
    share: unitsOf(shareRate, RATE_SCALE),
    eachMax: unitsOf(eachMax, SCALE),
  };
}

/** Returns what the house pays for invitations in a day at most, in base units of USDT. @throws RangeError for what the registry would not have taken */
export function readInvitationDayMax({ dayMax }: Pick<InvitationTerms, 'dayMax'>): bigint {
  return unitsOf(dayMax, SCALE);
}

function unitsOf(text: string, scale: number): bigint {
  const units = toScaled(text, scale);
  if (units === null) throw new RangeError(`not a decimal with ${scale} digits: ${text.slice(0, 40)}`);
  return units;
}

/**
 * Returns what each of the two gets, in base units of USDT, rounded down; zero below the minimum.
 * @example calculateInvitationReward(250n * 10n ** 8n, rule) // 25 USDT each, where the share is a tenth
 */
export function calculateInvitationReward(lowest: bigint, { netMin, share, eachMax }: InvitationRule): bigint {
  if (lowest < netMin) return 0n;
  return least((lowest * share) / RATE_ONE, eachMax);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** How far somebody is on the way. Amounts in base units of USDT, times in ms; `net` may be negative. */
export type InvitationStanding = {
  verifiedAt: number | null;
  net: bigint;
  lowest: bigint;
  since: number | null;
  dueAt: number | null;
  state: 'open' | 'due' | 'rewarded' | 'refused';
};
/** What happened: somebody was verified, or brought (positive) or took (negative) money. */
export type InvitationStep = { at: number } & ({ kind: 'verified' } | { kind: 'moved'; value: bigint });

export const INVITATION_START: InvitationStanding = { verifiedAt: null, net: 0n, lowest: 0n, since: null, dueAt: null, state: 'open' };

/** Returns where somebody is after a step. What was due before the step stays as it was then. */
export function stepInvitation(standing: InvitationStanding, step: InvitationStep, rule: InvitationRule): InvitationStanding {
  const { netMin, stayMs } = rule;
  if (standing.state !== 'open') return standing;
  if (standing.dueAt !== null && standing.dueAt <= step.at) return { ...standing, state: 'due' };
  if (step.kind === 'verified') return withDue({ ...standing, verifiedAt: standing.verifiedAt ?? step.at }, stayMs);
  const net = standing.net + step.value;
  if (net < netMin) return withDue({ ...standing, net, lowest: 0n, since: null }, stayMs);
  if (standing.since === null) return withDue({ ...standing, net, lowest: net, since: step.at }, stayMs);
  return withDue({ ...standing, net, lowest: least(net, standing.lowest) }, stayMs);
}

function withDue(standing: InvitationStanding, stayMs: number): InvitationStanding {
  const { since, verifiedAt } = standing;
  return { ...standing, dueAt: since === null || verifiedAt === null ? null : Math.max(since + stayMs, verifiedAt) };
}

/** What the inviter sees of somebody: signed up, verified, the deposit stays, the inviter is to be verified, both were rewarded, or it is refused. */
export const INVITED_STATES = ['joined', 'verified', 'deposited', 'waiting', 'inviter', 'rewarded', 'refused'] as const;
export type InvitedState = (typeof INVITED_STATES)[number];
export const INVITATION_REFUSALS = ['document', 'device', 'funding'] as const;

/** Returns what the inviter sees of a standing; null is somebody of whom nothing is known yet. */
export function showInvitedState(
  standing: Pick<InvitationStanding, 'state' | 'verifiedAt' | 'since'> | null,
  { isInviterVerified }: { isInviterVerified: boolean },
): InvitedState {
  if (standing === null) return 'joined';
  const { state, verifiedAt, since } = standing;
  if (state === 'rewarded' || state === 'refused') return state;
  if (state === 'due' && !isInviterVerified) return 'inviter';
  if (since !== null) return verifiedAt === null ? 'deposited' : 'waiting';
  return verifiedAt === null ? 'joined' : 'verified';
}

/** Returns a user name of which only its owner and who knows them can say whose it is. */
export function maskName(name: string): string {
  const letters = [...name];
  if (letters.length <= 6) return `${letters[0] ?? ''}***`;
  return `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`;
}
