'use client';
import { useState } from 'react';
import type { SavedAnswer } from '@/lib/operator/support';
import { LOCALES } from '@/lib/protocol/wire';
import { ActionForm } from './action-form';
import { Select } from './fields';
import { Part } from './parts';

const NAME = { name: 'name', label: 'Name' };
const LANG = { name: 'lang', label: 'Language', options: LOCALES };
const TEXT = { name: 'text', label: 'Text', kind: 'long' } as const;
const keyOf = ({ name, lang }: SavedAnswer) => `${name} (${lang})`;

/** Writes an answer to be used again, or one that there is anew, in place of what is read here. */
export function SaveAnswer({ answers }: { answers: readonly SavedAnswer[] }) {
  const [chosen, setChosen] = useState('');
  const found = answers.find((answer) => keyOf(answer) === chosen);
  return (
    <Part title="Save an answer">
      <Select
        label="Which"
        name="answer"
        onChoose={setChosen}
        options={[{ value: '', label: 'a new one' }, ...answers.map((answer) => ({ value: keyOf(answer), label: keyOf(answer) }))]}
        value={found === undefined ? '' : chosen}
      />
      {found === undefined ? (
        <ActionForm
          act="support.save-answer"
          fields={[NAME, LANG, TEXT]}
          input={{ before: null }}
          label="Save the answer"
          variant="action"
        />
      ) : (
        <ActionForm
          act="support.save-answer"
          fields={[{ ...TEXT, value: found.text }]}
          input={{ name: found.name, lang: found.lang, before: found.text }}
          // What is typed belongs to the text that it was typed in place of.
          key={`${chosen} ${found.text}`}
          label="Save it in place of this one"
          variant="action"
        />
      )}
    </Part>
  );
}
