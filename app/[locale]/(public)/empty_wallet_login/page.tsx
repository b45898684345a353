import { DoorFrame } from '@/components/doors/door-frame';
import { WalletSignIn } from '@/components/doors/wallet-sign-in';
import { type DoorParams, doorMetadata, readDoor } from '@/components/doors/read-door';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export const generateMetadata = ({ params }: DoorParams) => doorMetadata(params, '/empty_wallet_login', (texts) => texts.connectTitle);

export default async function Page({ params }: DoorParams) {
  const [{ locale, texts, errors, languageLabel }, isSandbox] = await Promise.all([readDoor(params), readIsSandbox()]);
  return (
    <DoorFrame languageLabel={languageLabel} lead={texts.connectLead} locale={locale} path="/empty_wallet_login" title={texts.connectTitle}>
      <WalletSignIn errors={errors} isSandbox={isSandbox} locale={locale} texts={texts} />
    </DoorFrame>
  );
}
