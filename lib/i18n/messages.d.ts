import type en from '../../messages/en.json';
import type { Locale } from '../protocol/wire';

declare module 'next-intl' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a declaration can only be merged into an interface.
  interface AppConfig {
    Messages: typeof en;
    Locale: Locale;
  }
}
