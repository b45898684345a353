import type { createTranslator } from 'next-intl';
import type en from '@/messages/en.json';

/** The translator of the landing page, handed down from the server component that made it. */
export type LandingTexts = ReturnType<typeof createTranslator<typeof en, 'Landing'>>;
