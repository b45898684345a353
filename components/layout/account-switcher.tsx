'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MODES, type Mode } from '@/lib/protocol/wire';
import { postJson } from '@/lib/query/api-client';
import { useErrorText } from '@/lib/query/use-error-text';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { Sheet } from '../ui/sheet';
import { Spinner } from '../ui/spinner';
import { useMember } from './member-context';
import { shortName } from './short-name';

/** Real or demo: two separate sets of balances and orders. When the server refuses, its words are shown and nothing changes. */
export function AccountSwitcher({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Layout');
  const errorText = useErrorText();
  const { mode, username } = useMember();
  const [pending, setPending] = useState<Mode | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = async (next: Mode) => {
    if (pending) return;
    if (next === mode) return onClose();
    setPending(next);
    setRefusal(null);
    try {
      await postJson('/api/session/mode', { mode: next });
      location.reload();
    } catch (error) {
      setRefusal(errorText(error));
      setPending(null);
    }
  };
  return (
    <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={onClose} title={t('switchAccount')}>
      <p className="break-all text-ink-2 text-small" title={username}>
        {shortName(username)}
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {MODES.map((each) => (
          <li key={each}>
            <button
              aria-pressed={each === mode}
              className={`flex w-full items-center gap-3 rounded-field px-4 py-3 text-start ${each === mode ? 'bg-accent-soft' : 'bg-surface-2'}`}
              disabled={pending !== null}
              onClick={() => void choose(each)}
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
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
    </Sheet>
  );
}
