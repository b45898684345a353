import { LanguageScreen } from '@/components/account/language-screen';
import { memberPage } from '../../member-page';

const page = memberPage('language', { screen: ({ locale }) => <LanguageScreen locale={locale} /> });

export const { generateMetadata } = page;
export default page.show;
