import type { Messages } from '@/lib/i18n/catalogue';

/** Returns one of the texts about pictures: public pages have no catalogue. */
export type PictureText = (key: keyof Messages['Pictures']) => string;
