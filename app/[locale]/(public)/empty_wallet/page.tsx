import { DoorFrame } from '@/components/doors/door-frame';
import { NoWallet } from '@/components/doors/no-wallet';
import { type DoorParams, doorMetadata, readDoor } from '@/components/doors/read-door';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export const generateMetadata = ({ params }: DoorParams) => doorMetadata(params, '/empty_wallet', (texts) => texts.noWalletTitle);

export default async function Page({ params }: DoorParams) {
  const [{ locale, texts, errors, languageLabel }, isSandbox] = await Promise.all([readDoor(params), readIsSandbox()]);
  return (
    <DoorFrame languageLabel={languageLabel} lead={texts.noWalletLead} locale={locale} path="/empty_wallet" title={texts.noWalletTitle}>
      <NoWallet errors={errors} isSandbox={isSandbox} locale={locale} texts={texts} />
    </DoorFrame>
  );
}
