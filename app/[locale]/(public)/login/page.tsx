import { DoorFrame } from '@/components/doors/door-frame';
import { LoginForm } from '@/components/doors/login-form';
import { type DoorParams, doorMetadata, readDoor } from '@/components/doors/read-door';

export const generateMetadata = ({ params }: DoorParams) => doorMetadata(params, '/login', (texts) => texts.signInTitle);

export default async function Page({ params }: DoorParams) {
  const { locale, texts, errors, languageLabel } = await readDoor(params);
  return (
    <DoorFrame languageLabel={languageLabel} lead={texts.signInLead} locale={locale} path="/login" title={texts.signInTitle}>
      <LoginForm errors={errors} locale={locale} texts={texts} />
    </DoorFrame>
  );
}
