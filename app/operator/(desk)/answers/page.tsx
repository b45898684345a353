import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { CsvOf } from '@/components/console/csv-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { ask } from '@/lib/console/ask';
import { supportEndpoints } from '@/lib/operator/support';
import { LOCALES } from '@/lib/protocol/wire';

export const metadata: Metadata = { title: 'Saved answers' };
const COLUMNS = [{ name: 'Name' }, { name: 'Language' }, { name: 'Text' }];
const NAME = { name: 'name', label: 'Name' };
const LANG = { name: 'lang', label: 'Language', options: LOCALES };

export default async function AnswersPage() {
  const { answers } = await ask(supportEndpoints.desk, {});
  return (
    <>
      <PageHead title="Saved answers" />
      <ObjectPage
        side={
          <>
            <Part title="Save an answer">
              <ActForm
                act="support.save-answer"
                fields={[NAME, LANG, { name: 'text', label: 'Text', kind: 'long' }]}
                input={{}}
                label="Save the answer"
                variant="action"
              />
            </Part>
            {answers.length === 0 ? null : (
              <Part title="Remove an answer">
                <ActForm
                  act="support.drop-answer"
                  fields={[{ ...NAME, options: [...new Set(answers.map(({ name }) => name))] }, LANG]}
                  input={{}}
                  label="Remove the answer"
                />
              </Part>
            )}
          </>
        }
      >
        <Table
          caption="Saved answers"
          columns={COLUMNS}
          rows={answers.map(({ name, lang, text }) => ({
            key: `${name} ${lang}`,
            href: null,
            cells: [
              name,
              lang,
              <span className="whitespace-pre-wrap" key="text">
                {text}
              </span>,
            ],
          }))}
        />
        <CsvOf name="Saved answers" report="answers" />
      </ObjectPage>
    </>
  );
}
