import * as calls from '../../../lib/protocol/protection';
import { walletLinkStatement } from '../../../lib/rules/protection';
import { handle, passToken, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { ProtectionService } from './protection.service';

/** Returns the calls of an owner's own protection: wire fields to service and back. */
export function createProtectionHandlers(service: ProtectionService): RegisteredCall[] {
  return [
    handle(calls.protection, async (_input, context) => {
      const found = await service.read(sessionOf(context).userId);
      return {
        phrase: found.phrase,
        locked_until: found.locked_until?.getTime() ?? null,
        email: found.email,
        wallet: found.wallet,
        password: found.has_password,
        link_statement: walletLinkStatement(found.username),
      };
    }),
    handle(calls.phraseSet, async ({ phrase }, context) => {
      await service.setPhrase(sessionOf(context), phrase ?? '');
      return 'Saved';
    }),
    handle(calls.settingsLock, async ({ days }, context) => ({ until: await service.lock(sessionOf(context), days) })),
    handle(calls.emailChange, async (input, context) => {
      passToken(context, (await service.changeEmail(sessionOf(context), input)).token);
      return 'E-mail address changed';
    }),
    handle(calls.walletLink, async (input, context) => {
      passToken(context, (await service.linkWallet(sessionOf(context), input)).token);
      return 'Wallet linked';
    }),
    handle(calls.walletUnlink, async (_input, context) => {
      passToken(context, (await service.unlinkWallet(sessionOf(context))).token);
      return 'Wallet removed';
    }),
  ];
}
