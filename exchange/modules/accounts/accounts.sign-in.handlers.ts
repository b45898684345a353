import { toIsCs, toMode } from '../../../lib/protocol/fields';
import { passkeyLogin } from '../../../lib/protocol/security';
import * as calls from '../../../lib/protocol/sign-in';
import type { Mode } from '../../../lib/protocol/wire';
import { type CallContext, handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Clock } from '../../platform/clock';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { hashText } from '../../platform/ids';
import type { Challenges } from './accounts.challenge';
import type { OwnCodes } from './accounts.own-codes';
import type { AccountsService } from './accounts.service';
import type { SignInClient } from './accounts.session-start';

/** Where a membership stands: `total` in base units of USDT, `next` what the next level needs in USDT; null where there is none. */
export type VipLevel = { level: number; total: bigint; next: string | null };
const VIP_NONE: VipLevel = { level: 0, total: 0n, next: null };
const USDT_SCALE = 8;

function showVip({ level, total, next }: VipLevel) {
  return { level, img: '', recharged: fromUnits(total, USDT_SCALE), next };
}

type Deps = {
  service: AccountsService;
  challenges: Challenges;
  clock: Clock;
  identityCodes: OwnCodes;
  emailCodes: OwnCodes;
  /** How far somebody's identity was looked at, as call 12 says it. */
  readIdentityState(userId: string): Promise<number>;
  /** The credit score of the account in use. */
  readScore(owner: { userId: string; mode: Mode }): Promise<number>;
  hasFactor(userId: string): Promise<boolean>;
  readVip?(userId: string): Promise<VipLevel>;
};

/** Returns calls 1-8: wire fields to service and back. */
export function createSignInHandlers(deps: Deps): RegisteredCall[] {
  return [...createWaysIn(deps), ...createRegistering(deps), ...createOwnAccount(deps)];
}

function createWaysIn({ service }: Deps): RegisteredCall[] {
  return [
    handle(calls.walletLogin, async (input, context) => {
      const mode = toMode(input.is_cs);
      if (context.session != null && context.session.username.toLowerCase() === input.username.toLowerCase()) {
        const token = await service.switchMode(context.session, mode);
        if (token != null) context.setSession(token);
        return mode === 'demo' ? 'Switched to the demo account' : 'Switched to the real account';
      }
      const asked = {
        address: input.username,
        message: input.message ?? null,
        signature: input.signature ?? null,
        mode,
        client: clientOf(input, context, input.ip),
        invite: input.invit ?? null,
        replaces: context.session?.sessionId ?? null,
      };
      const token = await service.signInByWallet(asked);
      context.setSession(token);
      return 'Login successful';
    }),
    handle(calls.passwordLogin, async (input, context) => {
      const replaces = context.session?.sessionId ?? null;
      const asked = {
        login: input.username,
        password: input.password,
        code: input.code ?? null,
        mode: toMode(input.is_cs),
        // Only the backend-for-frontend can have checked what makes a device known.
        source: { ip: context.ip, device: context.isBff ? (input.device ?? null) : null },
        client: clientOf(input, context, context.ip),
        proof: input.verify ?? null,
        replaces,
      };
      const token = await service.signInByPassword(asked);
      context.setSession(token);
      return 'Login successful';
    }),
    handle(passkeyLogin, async (input, context) => {
      const asked = {
        response: input.response,
        mode: toMode(input.is_cs),
        client: clientOf(input, context, context.ip),
        replaces: context.session?.sessionId ?? null,
      };
      const token = await service.signInByPasskey(asked);
      context.setSession(token);
      return 'Login successful';
    }),
  ];
}

function createRegistering({ service, challenges, clock, identityCodes, emailCodes }: Deps): RegisteredCall[] {
  return [
    handle(calls.register, async (input, context) => {
      await service.register({
        username: input.username,
        email: input.email,
        password: input.password,
        passwordAgain: input.repassword,
        code: input.mailcode,
        proof: input.verify,
        invite: input.invit ?? null,
        asker: { ip: context.ip, browser: input.browser ?? null },
      });
      return 'Registration successful';
    }),
    handle(calls.challenge, async () => challenges.create(clock.now())),
    handle(calls.mailCode, async (input, context) => {
      if (input.purpose !== 'register') {
        // Who is signed in is counted by the account, so no work has to be proved.
        if (context.session === null) throw new DomainError('SESSION_REQUIRED');
        const asked = { userId: context.session.userId, email: input.email, ip: context.ip };
        if (input.purpose === 'kyc') await identityCodes.send(asked);
        else await emailCodes.send({ ...asked, isTaken: await service.isEmailTaken(input.email) });
        return 'Sent successfully';
      }
      if (input.verify === undefined) throw new DomainError('CHALLENGE_FAILED');
      const asker = { ip: context.ip, browser: input.browser ?? null };
      await service.sendRegisterCode({ email: input.email, proof: input.verify, asker, lang: input.lang });
      return 'Sent successfully';
    }),
  ];
}

function createOwnAccount({ service, readIdentityState, readScore, hasFactor, readVip }: Deps): RegisteredCall[] {
  return [
    handle(calls.resumeSession, async (_input, context) => {
      const session = sessionOf(context);
      const user = await service.getUser(session.userId);
      return { userid: session.userId, username: session.username, is_cs: toIsCs(session.mode), epoch: user.epoch };
    }),
    handle(calls.signOut, async (_input, context) => {
      await service.signOut(sessionOf(context));
      context.setSession(null);
      return 'Logout successful';
    }),
    handle(calls.userCenter, async (_input, context) => {
      const session = sessionOf(context);
      const user = await service.getUser(session.userId);
      return {
        userid: user.id,
        username: user.username,
        email: user.email,
        vip: showVip((await readVip?.(session.userId)) ?? VIP_NONE),
        is_cs: toIsCs(session.mode),
        integral: await readScore(session),
        idstate: await readIdentityState(session.userId),
        ga: await hasFactor(user.id),
      };
    }),
  ];
}

type SaidOfClient = {
  device?: string | undefined;
  seen_on?: string | undefined;
  agent_browser?: string | undefined;
  agent_system?: string | undefined;
};

/** Only the backend-for-frontend can have checked what makes a device known, and has seen what the browser says of itself. */
function clientOf(input: SaidOfClient, { isBff }: CallContext, ip: string): SignInClient {
  if (!isBff) return { ip, browser: '', system: '', isKnown: false };
  return {
    ip,
    browser: input.agent_browser ?? '',
    system: input.agent_system ?? '',
    isKnown: input.device !== undefined,
    ...(input.seen_on && { seenOn: hashText(input.seen_on) }),
  };
}
