import * as calls from '../../../lib/protocol/sessions';
import { handle, passToken, type RegisteredCall, sessionOf } from '../../http/register-call';
import { maskAddress } from '../../../lib/rate-limits/address-source';
import type { SessionsService } from './sessions.service';

/** Returns the calls of sessions, freezing and passwords: wire fields to service and back. */
export function createSessionsHandlers(service: SessionsService): RegisteredCall[] {
  return [
    handle(calls.sessionList, async (_input, context) => {
      const { devices, hasPassword } = await service.list(sessionOf(context));
      const rows = devices.map((device) => ({
        id: device.family,
        browser: device.browser,
        system: device.system,
        place: maskAddress(device.ip),
        first_seen: device.first_seen_at.getTime(),
        last_seen: device.last_seen_at.getTime(),
        current: device.is_current,
      }));
      return { rows, password: hasPassword };
    }),
    handle(calls.sessionEnd, async ({ id }, context) => ({ ended: await service.end(sessionOf(context), id) })),
    handle(calls.freezeOwn, async (_input, context) => {
      await service.freezeOwn(sessionOf(context));
      context.setSession(null);
      return 'Account frozen';
    }),
    handle(calls.freezeByLink, async ({ token }) => {
      await service.freezeByLink(token);
      return 'Account frozen';
    }),
    handle(calls.mailedLink, async ({ token, act }) => ({ state: await service.readLink(token, act) })),
    handle(calls.passwordLink, async ({ email, verify }) => {
      await service.sendPasswordLink({ email, proof: verify });
      return 'Sent successfully';
    }),
    handle(calls.passwordByLink, async ({ token, password, repassword }, { ip }) => {
      await service.setPasswordByLink({ token, password, passwordAgain: repassword, ip });
      return 'Password changed';
    }),
    handle(calls.passwordChange, async ({ old, password, repassword }, context) => {
      const chosen = { old: old ?? null, password, passwordAgain: repassword, ip: context.ip };
      passToken(context, (await service.changePassword(sessionOf(context), chosen)).token);
      return 'Password changed';
    }),
  ];
}
