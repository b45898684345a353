import type { Metadata } from 'next';
import { ActionForm } from '@/components/console/action-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { OpenPresale } from '@/components/console/presales';
import { RegistryActions } from '@/components/console/registry-actions';
import { FirstRows } from '../list-of';

export const metadata: Metadata = { title: 'Products' };
const PARTS = [
  { name: 'title', label: 'Title' },
  { name: 'text', label: 'Text', isLong: true },
];

export default function ProductsPage() {
  return (
    <>
      <PageHead title="Products and announcements" />
      <ObjectPage
        isWide
        side={
          <>
            <RegistryActions />
            <Part title="Tell everybody">
              <ActionForm
                act="announcements.publish"
                fields={[
                  { name: 'texts', label: 'What everybody reads', kind: 'texts', parts: PARTS },
                  { name: 'starts', label: 'From', hint: 'At the approval when empty', kind: 'moment', isOptional: true },
                  { name: 'ends', label: 'Until', hint: 'Until it is ended when empty', kind: 'moment', isOptional: true },
                ]}
                input={{}}
                label="Ask to publish"
              />
            </Part>
            <OpenPresale />
          </>
        }
      >
        <Part title="Change log, newest first">
          <FirstRows filters={{ state: 'changed' }} list="registry" />
        </Part>
        <Part title="What was listed first">
          <FirstRows filters={{ state: 'as listed first' }} list="registry" most={4} />
        </Part>
        <Part title="Announcements">
          <FirstRows list="announcements" />
        </Part>
        <Part title="Pre-sales">
          <FirstRows list="presales" />
        </Part>
      </ObjectPage>
    </>
  );
}
