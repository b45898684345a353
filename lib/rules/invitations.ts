/** USDT in the ledger has eight decimals. */
const ONE = 10n ** 8n;
const DAY_MS = 86_400_000;

/**
 * The rule of the reward for an invitation, in base units of USDT: who was invited keeps a net deposit of `netMin` or more for `keptDays`; inviter and
 * invited then get a tenth of the lowest it was in that time, each `eachMax` at most.
 */
export const INVITATION_RULE = { netMin: 100n * ONE, keptDays: 7, shareDivisor: 10n, eachMax: 50n * ONE } as const;
/** In a sandbox a day of the rule is ten seconds, so that it can be tried. */
export const SANDBOX_DAY_MS = 10_000;
/** An address that funds more accounts than this is an exchange's, and says nothing of who owns them. */
export const FUNDING_SHARED_MAX = 5;

/** Returns for how long a deposit has to stay, in ms. */
export function keptMs(isSandbox: boolean): number {
  return INVITATION_RULE.keptDays * (isSandbox ? SANDBOX_DAY_MS : DAY_MS);
}

/**
 * Returns what each of the two gets, in base units of USDT, rounded down; zero below the minimum.
 * @example calculateInvitationReward(250n * 10n ** 8n) // 25 USDT each
 */
export function calculateInvitationReward(lowest: bigint): bigint {
  if (lowest < INVITATION_RULE.netMin) return 0n;
  return least(lowest / INVITATION_RULE.shareDivisor, INVITATION_RULE.eachMax);
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
export function stepInvitation(standing: InvitationStanding, step: InvitationStep, stayMs: number): InvitationStanding {
  if (standing.state !== 'open') return standing;
  if (standing.dueAt !== null && standing.dueAt <= step.at) return { ...standing, state: 'due' };
  if (step.kind === 'verified') return withDue({ ...standing, verifiedAt: standing.verifiedAt ?? step.at }, stayMs);
  const net = standing.net + step.value;
  if (net < INVITATION_RULE.netMin) return withDue({ ...standing, net, lowest: 0n, since: null }, stayMs);
  if (standing.since === null) return withDue({ ...standing, net, lowest: net, since: step.at }, stayMs);
  return withDue({ ...standing, net, lowest: least(net, standing.lowest) }, stayMs);
}

function withDue(standing: InvitationStanding, stayMs: number): InvitationStanding {
  const { since, verifiedAt } = standing;
  return { ...standing, dueAt: since === null || verifiedAt === null ? null : Math.max(since + stayMs, verifiedAt) };
}

/** What the inviter sees of somebody: signed up, verified, the deposit stays, both were rewarded, or it is refused. */
export const INVITED_STATES = ['joined', 'verified', 'deposited', 'waiting', 'rewarded', 'refused'] as const;
export type InvitedState = (typeof INVITED_STATES)[number];
export const INVITATION_REFUSALS = ['document', 'device', 'funding'] as const;

/** Returns what the inviter sees of a standing; null is somebody of whom nothing is known yet. */
export function showInvitedState(standing: Pick<InvitationStanding, 'state' | 'verifiedAt' | 'since'> | null): InvitedState {
  if (standing === null) return 'joined';
  const { state, verifiedAt, since } = standing;
  if (state === 'rewarded' || state === 'refused') return state;
  if (since !== null) return verifiedAt === null ? 'deposited' : 'waiting';
  return verifiedAt === null ? 'joined' : 'verified';
}

/** Returns a user name of which only its owner and who knows them can say whose it is. */
export function maskName(name: string): string {
  const letters = [...name];
  if (letters.length <= 6) return `${letters[0] ?? ''}***`;
  return `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`;
}
