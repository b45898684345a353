import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { CsvOf } from '@/components/console/csv-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { PresaleActs, PresaleTable } from '@/components/console/presales';
import { Table } from '@/components/console/table';
import { writeTime } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { houseEndpoints } from '@/lib/operator/house';

export const metadata: Metadata = { title: 'Products' };
const VERSION_COLUMNS = [
  { name: 'Entry' },
  { name: 'Version', isNumber: true },
  { name: 'In force from' },
  { name: 'Public note' },
  { name: 'Terms' },
];
const TOLD_COLUMNS = [{ name: 'Announcement' }, { name: 'From' }, { name: 'Until' }, { name: 'Languages' }];

export default async function ProductsPage() {
  const { versions, announcements, presales } = await ask(houseEndpoints.products, {});
  return (
    <>
      <PageHead title="Products and announcements" />
      <ObjectPage
        isWide
        side={
          <>
            <Part title="Change what is listed">
              <ActForm
                act="registry.change"
                fields={[
                  { name: 'kind', label: 'Kind', options: ['product', 'asset', 'network', 'market'] },
                  { name: 'code', label: 'Code' },
                  { name: 'terms', label: 'Terms (JSON)', kind: 'json' },
                  {
                    name: 'takesEffectAt',
                    label: 'In force from',
                    hint: 'Such as 2026-03-01T12:00:00Z, ten minutes ahead at least',
                    kind: 'time',
                  },
                  { name: 'note', label: 'Public note' },
                ]}
                input={{}}
                label="Ask for the change"
                target={['kind', 'code']}
                variant="action"
              />
            </Part>
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
                target="all"
              />
            </Part>
            <Part title="End an announcement">
              <ActForm
                act="announcements.end"
                fields={[{ name: 'announcement', label: 'Its number' }]}
                input={{}}
                label="End it"
                target={['announcement']}
              />
            </Part>
            <PresaleActs />
          </>
        }
      >
        <Part title="Change log, newest first">
          <Table
            caption="Versions"
            columns={VERSION_COLUMNS}
            rows={versions.map(({ id, kind, code, version, takesEffectAt, note, terms }) => ({
              key: String(id),
              href: null,
              cells: [`${kind} ${code}`, String(version), takesEffectAt === 0 ? 'the beginning' : writeTime(takesEffectAt), note, terms],
            }))}
          />
        </Part>
        <Part title="Announcements">
          <Table
            caption="Announcements"
            columns={TOLD_COLUMNS}
            rows={announcements.map(({ id, title, startsAt, endsAt, langs }) => ({
              key: id,
              href: null,
              cells: [`${id} ${title}`, writeTime(startsAt), endsAt === null ? '-' : writeTime(endsAt), langs],
            }))}
          />
        </Part>
        <PresaleTable presales={presales} />
        <CsvOf name="The change log" report="registry" />
      </ObjectPage>
    </>
  );
}
