import { creditScore, SCORE_CHANGES_MAX } from '../../../lib/protocol/credit-score';
import { findLimit, LIMIT_TABLE } from '../../../lib/rules/credit-score';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { defineConsumer } from '../../platform/event-kinds';
import { MODES } from '../../../lib/protocol/wire';
import { LOAN_DAY_MS } from '../../../lib/rules/loans';
import { identityApproved } from '../identity/identity.events';
import { changeScores, listScoreChanges, readScore } from './credit-score.repository';

const WRONG_SCORES = `
  SELECT s.user_id, s.realm, s.score FROM credit_scores s
   WHERE s.score <> 60 + coalesce((SELECT sum(c.change) FROM credit_score_changes c WHERE c.user_id = s.user_id AND c.realm = s.realm), 0)
   LIMIT 100`;

/** Wires the credit score: a small part of its own, so that whatever judges by it reads the same one. */
export function createCreditScoreModule({ db }: Pick<Platform, 'db'>): ExchangeModule {
  const verified = defineConsumer({
    name: 'credit score of who is verified',
    kinds: [identityApproved],
    startsAt: 'oldest',
    handle: (tx, events) =>
      changeScores(
        tx,
        events.flatMap(({ userId, at }) =>
          userId === null
            ? []
            : MODES.map((mode) => ({ userId, mode, reason: 'verified' as const, reference: 'identity', at, dayMs: LOAN_DAY_MS })),
        ),
      ),
  });
  return {
    name: 'credit-score',
    consumers: [verified],
    calls: [
      handle(creditScore, async (_input, context) => {
        const owner = sessionOf(context);
        const { score } = await readScore(db.read, owner);
        const changes = await listScoreChanges(db.read, { ...owner, limit: SCORE_CHANGES_MAX });
        return {
          score,
          limit: String(findLimit(score)),
          changes: changes.map(({ at, reference, ...row }) => ({ ...row, ref: reference, time: at })),
          table: LIMIT_TABLE.map((row) => ({ score: row.score, limit: String(row.limit) })),
        };
      }),
    ],
    audits: [
      {
        subject: 'credit scores',
        run: async (asked) => {
          const { rows } = await asked.long.query<{ user_id: string; realm: string; score: number }>(WRONG_SCORES);
          return {
            figures: [],
            faults: rows.map((row) => `user ${row.user_id}, ${row.realm}: ${row.score} is not what the changes lead to`),
          };
        },
      },
    ],
  };
}
