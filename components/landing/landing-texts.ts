import type { createTranslator } from 'next-intl';
import type { Messages } from '@/lib/i18n/catalogue';

/** The translator of the landing page, handed down from the server component that made it. */
export type LandingTexts = ReturnType<typeof createTranslator<Messages, 'Landing'>>;
