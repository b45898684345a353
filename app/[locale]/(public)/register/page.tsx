import { DoorFrame } from '@/components/doors/door-frame';
import { RegisterForm } from '@/components/doors/register-form';
import { type DoorParams, doorMetadata, readDoor } from '@/components/doors/read-door';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export const generateMetadata = ({ params }: DoorParams) => doorMetadata(params, '/register', (texts) => texts.registerTitle);

export default async function Page({ params }: DoorParams) {
  const [{ locale, texts, errors, languageLabel }, isSandbox] = await Promise.all([readDoor(params), readIsSandbox()]);
  return (
    <DoorFrame languageLabel={languageLabel} lead={texts.registerLead} locale={locale} path="/register" title={texts.registerTitle}>
      <RegisterForm errors={errors} outboxHref={isSandbox ? '/outbox' : null} locale={locale} texts={texts} />
    </DoorFrame>
  );
}
