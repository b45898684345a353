import { Icon } from '../ui/icon';
import type { DoorTexts } from './door-texts';

/** What the signature does, and what it can't do, before it is asked for. */
export function SigningMeans({ texts }: { texts: DoorTexts }) {
  return (
    <section className="grid grid-cols-1 gap-4 rounded-card bg-surface-1 p-4.5">
      <div>
        <h2 className="text-body">{texts.meansTitle}</h2>
        <ul className="mt-1.5 grid grid-cols-1 gap-1.5 text-ink-2 text-small">
          {Object.values(texts.means).map((line) => (
            <li className="flex gap-2.5" key={line}>
              <span className="text-accent">
                <Icon name="check" size={18} />
              </span>
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2 className="text-body">{texts.cannotTitle}</h2>
        <ul className="mt-1.5 grid grid-cols-1 gap-1.5 text-ink-2 text-small">
          {Object.values(texts.cannot).map((line) => (
            <li className="flex gap-2.5" key={line}>
              <span className="text-ink-3">
                <Icon name="close" size={18} />
              </span>
              {line}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
