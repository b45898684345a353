import type { AuditFindings, ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { auditOperatorLog, type LogAudit } from './operators.log';
import { foundSandboxOperators } from './operators.sandbox';
import { OPERATOR_RETENTION } from './operators.sessions';
import { suspensionLapses } from './operators.suspension';

/** Wires the operators: the proof of their log, and the two that a sandbox begins with. */
export function createOperatorsModule({ db, env, clock, log }: Pick<Platform, 'db' | 'env' | 'clock' | 'log'>): ExchangeModule {
  return {
    name: 'operators',
    workers: [
      {
        phase: 'listeners',
        async start() {
          if (!env.sandbox) return;
          const operators = await foundSandboxOperators(db, { dataDir: env.dataDir, at: clock.now() });
          log.info({ operators }, 'the sandbox has two operators: npm run operator -- queue --as ada');
        },
        stop: () => Promise.resolve(),
      },
    ],
    jobs: [suspensionLapses],
    retention: OPERATOR_RETENTION,
    audits: [{ subject: 'operator log', run: async (asked) => describeLogAudit(await auditOperatorLog(asked)) }],
  };
}

/** The hash of the last row, kept elsewhere, shows later that nothing before it was changed. */
function describeLogAudit({ rows, lastHash, fault }: LogAudit): AuditFindings {
  const figures = rows === 0 ? ['operator log: empty'] : [`operator log: ${rows} rows, the last one ${lastHash}`];
  return { figures, faults: fault === null ? [] : [`the operator log: ${fault}`] };
}
