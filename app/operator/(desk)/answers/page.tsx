import type { Metadata } from 'next';
import { ActionForm } from '@/components/console/action-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { SaveAnswer } from '@/components/console/saved-answers';
import { ask } from '@/lib/console/ask';
import { supportEndpoints } from '@/lib/operator/support';
import { LOCALES } from '@/lib/protocol/wire';
import { ListOf, type ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Saved answers' };
const NAME = { name: 'name', label: 'Name' };
const LANG = { name: 'lang', label: 'Language', options: LOCALES };

export default async function AnswersPage({ searchParams }: { searchParams: ListSearch }) {
  const { answers } = await ask(supportEndpoints.desk, {});
  return (
    <>
      <PageHead title="Saved answers" />
      <ObjectPage
        side={
          <>
            <SaveAnswer answers={answers} />
            {answers.length === 0 ? null : (
              <Part title="Remove an answer">
                <ActionForm
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
        <ListOf list="answers" searchParams={searchParams} />
      </ObjectPage>
    </>
  );
}
