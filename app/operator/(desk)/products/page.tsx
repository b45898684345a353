import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { CsvOf } from '@/components/console/csv-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { PresaleActs, PresaleTable } from '@/components/console/presales';
import { RegistryActs } from '@/components/console/registry-acts';
import { Table } from '@/components/console/table';
import { writeTime } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { hrefOfObject } from '@/lib/console/pages';
import { LOCALES } from '@/lib/protocol/wire';
import { houseEndpoints } from '@/lib/operator/house';

export const metadata: Metadata = { title: 'Products' };
const VERSION_COLUMNS = [
  { name: 'Entry' },
  { name: 'Version', isNumber: true },
  { name: 'In force from' },
  { name: 'Public note', isLong: true },
];
const TOLD_COLUMNS = [{ name: 'Announcement' }, { name: 'From' }, { name: 'Until' }, { name: 'Languages' }];

/** What was in force before the first installation has no time that says something. */
const BEGINNING_MS = 86_400_000;

function writeLanguages(langs: string): string {
  const written = langs.split(',');
  return written.length === LOCALES.length ? 'all' : written.join(', ');
}

export default async function ProductsPage() {
  const { versions, announcements, presales } = await ask(houseEndpoints.products, {});
  const toRow = ({ id, kind, code, version, takesEffectAt, note }: (typeof versions)[number]) => ({
    key: String(id),
    href: hrefOfObject('entry', `${kind} ${code}`),
    cells: [`${kind} ${code}`, String(version), takesEffectAt < BEGINNING_MS ? 'the beginning' : writeTime(takesEffectAt), note],
  });
  const first = versions.filter(({ version }) => version === 1);
  return (
    <>
      <PageHead title="Products and announcements" />
      <ObjectPage
        isWide
        side={
          <>
            <RegistryActs />
            <Part title="Tell everybody">
              <ActForm
                act="announcements.publish"
                fields={[
                  {
                    name: 'texts',
                    label: 'Texts (JSON)',
                    hint: '{"en": {"title": "…", "text": "…"}}, and further languages',
                    kind: 'json',
                  },
                ]}
                input={{}}
                label="Ask to publish"
              />
            </Part>
            <Part title="End an announcement">
              <ActForm act="announcements.end" fields={[{ name: 'announcement', label: 'Its number' }]} input={{}} label="End it" />
            </Part>
            <PresaleActs />
          </>
        }
      >
        <Part title="Change log, newest first">
          <Table caption="Versions" columns={VERSION_COLUMNS} rows={versions.filter(({ version }) => version > 1).map(toRow)} />
          <details>
            <summary className="min-h-11 cursor-pointer content-center text-accent text-small">
              {first.length} entries as they were listed first
            </summary>
            <Table caption="First versions" columns={VERSION_COLUMNS} rows={first.map(toRow)} />
          </details>
        </Part>
        <Part title="Announcements">
          <Table
            caption="Announcements"
            columns={TOLD_COLUMNS}
            rows={announcements.map(({ id, title, startsAt, endsAt, langs }) => ({
              key: id,
              href: hrefOfObject('announcement', id),
              cells: [`${id} ${title}`, writeTime(startsAt), endsAt === null ? '-' : writeTime(endsAt), writeLanguages(langs)],
            }))}
          />
        </Part>
        <PresaleTable presales={presales} />
        <div>
          <CsvOf name="The change log" report="registry" />
          <CsvOf name="Announcements" report="announcements" />
          <CsvOf name="Pre-sales" report="presales" />
        </div>
      </ObjectPage>
    </>
  );
}
