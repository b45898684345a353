import { Icon } from '../ui/icon';
import type { AuthTexts } from './auth-texts';

const SIGNS = { check: 'text-accent', close: 'text-ink-3' } as const;

/** What the signature does, and what it can't do, before it is asked for. */
export function SigningMeans({ texts }: { texts: AuthTexts }) {
  return (
    <section className="grid grid-cols-1 gap-4 rounded-card bg-surface-1 p-4.5">
      <Facts lines={Object.values(texts.means)} sign="check" title={texts.meansTitle} />
      <Facts lines={Object.values(texts.cannot)} sign="close" title={texts.cannotTitle} />
    </section>
  );
}

function Facts({ title, lines, sign }: { title: string; lines: readonly string[]; sign: keyof typeof SIGNS }) {
  return (
    <div>
      <h2 className="text-body">{title}</h2>
      <ul className="mt-1.5 grid grid-cols-1 gap-1.5 text-ink-2 text-small">
        {lines.map((line) => (
          <li className="flex gap-2.5" key={line}>
            <span className={SIGNS[sign]}>
              <Icon name={sign} size={18} />
            </span>
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
