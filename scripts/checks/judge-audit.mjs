const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'];
/** What a build stops for; the rest is said and renewed with the next release (docs/security.md). */
const STOPPING = new Set(['critical', 'high']);

/**
 * Reads what `npm audit --json` printed.
 * `outcome`: 'unchecked' where no registry answered, which is nobody's fault here; 'found' where something of it stops a build; else 'clean'.
 * `lines`: a sentence for each package, the worst first.
 */
export function judgeAudit(text) {
  const report = parse(text);
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined || report.error !== undefined) {
    const reason = report?.error?.summary || report?.message || 'no answer that can be read';
    return { outcome: 'unchecked', lines: [`Known vulnerabilities were not checked: ${String(reason).slice(0, 200)}`] };
  }
  const found = Object.values(report.vulnerabilities ?? {}).sort((a, b) => rankOf(a) - rankOf(b));
  const lines = found.map(({ name, severity, range, via }) => `${severity}: ${name} ${range}${describeVia(via)}`);
  return { outcome: found.some(({ severity }) => STOPPING.has(severity)) ? 'found' : 'clean', lines };
}

const rankOf = ({ severity }) => SEVERITIES.indexOf(severity);

/** The advisories themselves; a package that is named for another one's sake names that. */
function describeVia(via) {
  const words = (via ?? []).map((entry) => (typeof entry === 'string' ? `by ${entry}` : `${entry.title} (${entry.url})`));
  return words.length === 0 ? '' : `: ${words.join('; ')}`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
