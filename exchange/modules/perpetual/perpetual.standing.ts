import type { Standing } from '../risk-limits/risk-limits';
import type { UserCommand, Command, PlaceCommand } from './perpetual.commands';

/** What may put more at risk than before, if the command turns out to: orders that only reduce do not. */
type AskedOfStanding = Extract<UserCommand, { kind: 'amend' | 'margin' | 'leverage' | 'triggers' }> | PlaceCommand;

/** Says whether the standing of its owner has to be known before a command runs. */
export function asksStanding(command: Command): command is AskedOfStanding {
  switch (command.kind) {
    case 'place':
      return command.isLimited && !command.input.isReduceOnly;
    case 'margin':
    case 'amend':
    case 'leverage':
    case 'triggers':
      return true;
    default:
      return false;
  }
}

/** Returns how the owner of a command stands, null where nobody asks. */
export function standingOf(standings: ReadonlyMap<string, Standing>, command: Command): Standing | null {
  if (!asksStanding(command)) return null;
  return standings.get(`${command.caller.userId}:${command.caller.mode}`) ?? null;
}
