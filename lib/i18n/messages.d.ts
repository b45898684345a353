import type { Locale } from '../protocol/wire';
import type { Messages as Catalogue } from './catalogue';

declare module 'next-intl' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a declaration can only be merged into an interface.
  interface AppConfig {
    Messages: Catalogue;
    Locale: Locale;
  }
}
