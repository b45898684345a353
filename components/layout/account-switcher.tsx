'use client';
import { useTranslations } from 'next-intl';
import { MODES, type Mode } from '@/lib/protocol/wire';
import { Icon } from '../ui/icon';
import { Sheet } from '../ui/sheet';
import { Spinner } from '../ui/spinner';
import { useMember } from './member-context';
import { truncateMiddle } from './truncate-middle';
import { useSwitchMode } from './use-switch-mode';
import { WriteNotice } from './write-notice';

/** Real or demo: two separate sets of balances and orders. When the server refuses, its words are shown and nothing changes. */
export function AccountSwitcher({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Layout');
  const { mode, username } = useMember();
  const { change, pending, switchTo } = useSwitchMode();
  const choose = (next: Mode) => (next === mode ? onClose() : switchTo(next));
  return (
    <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={onClose} opens="switcher" title={t('switchAccount')}>
      <p className="break-all text-ink-2 text-small" title={username}>
        {truncateMiddle(username)}
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {MODES.map((each) => (
          <li key={each}>
            <button
              aria-pressed={each === mode}
              className={`flex w-full items-center gap-3 rounded-field px-4 py-3 text-start ${each === mode ? 'bg-accent-soft' : 'bg-surface-2'}`}
              disabled={pending !== null}
              onClick={() => choose(each)}
              type="button"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-strong">{t(`modeAccount.${each}`)}</span>
                <span className="block text-ink-2 text-small">{t(`modeText.${each}`)}</span>
              </span>
              {pending === each ? <Spinner /> : each === mode ? <Icon name="check" /> : null}
            </button>
          </li>
        ))}
      </ul>
      <WriteNotice hasAgain write={change} />
    </Sheet>
  );
}
