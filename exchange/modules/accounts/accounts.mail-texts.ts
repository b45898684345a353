import enMails from '../../../messages/en/mails.json';
import enNotifications from '../../../messages/en/notifications.json';
import enStepUp from '../../../messages/en/step-up.json';
import zhCNMails from '../../../messages/zh-CN/mails.json';
import zhCNNotifications from '../../../messages/zh-CN/notifications.json';
import zhCNStepUp from '../../../messages/zh-CN/step-up.json';
import zhTWMails from '../../../messages/zh-TW/mails.json';
import zhTWNotifications from '../../../messages/zh-TW/notifications.json';
import zhTWStepUp from '../../../messages/zh-TW/step-up.json';
import jaMails from '../../../messages/ja/mails.json';
import jaNotifications from '../../../messages/ja/notifications.json';
import jaStepUp from '../../../messages/ja/step-up.json';
import trMails from '../../../messages/tr/mails.json';
import trNotifications from '../../../messages/tr/notifications.json';
import trStepUp from '../../../messages/tr/step-up.json';
import viMails from '../../../messages/vi/mails.json';
import viNotifications from '../../../messages/vi/notifications.json';
import viStepUp from '../../../messages/vi/step-up.json';
import esMails from '../../../messages/es/mails.json';
import esNotifications from '../../../messages/es/notifications.json';
import esStepUp from '../../../messages/es/step-up.json';
import italianMails from '../../../messages/it/mails.json';
import italianNotifications from '../../../messages/it/notifications.json';
import italianStepUp from '../../../messages/it/step-up.json';
import frMails from '../../../messages/fr/mails.json';
import frNotifications from '../../../messages/fr/notifications.json';
import frStepUp from '../../../messages/fr/step-up.json';
import deMails from '../../../messages/de/mails.json';
import deNotifications from '../../../messages/de/notifications.json';
import deStepUp from '../../../messages/de/step-up.json';
import ruMails from '../../../messages/ru/mails.json';
import ruNotifications from '../../../messages/ru/notifications.json';
import ruStepUp from '../../../messages/ru/step-up.json';
import koMails from '../../../messages/ko/mails.json';
import koNotifications from '../../../messages/ko/notifications.json';
import koStepUp from '../../../messages/ko/step-up.json';
import msMails from '../../../messages/ms/mails.json';
import msNotifications from '../../../messages/ms/notifications.json';
import msStepUp from '../../../messages/ms/step-up.json';
import type { Locale } from '../../../lib/protocol/wire';

type Written = { subject: string; text: string };
type Texts = {
  mails: Record<'foot' | 'phrase' | 'when' | 'device' | 'network' | 'harmless' | 'freeze' | 'undo', string> &
    Record<
      'digest' | 'code' | 'taken' | 'support' | 'newDevice' | 'changed' | 'frozen' | 'frozenWallet' | 'withdrawal' | 'reset',
      Written
    > & {
      confirm: { text: string };
    };
  notifications: { filters: Record<string, string>; kinds: Record<string, { title: string; text: string }> };
  stepUp: { acts: Record<string, string>; subject: Record<string, string> };
};

/** The texts of what is told and mailed, in every language: the same that the app shows. */
export const MAIL_TEXTS: Record<Locale, Texts> = {
  en: { mails: enMails, notifications: enNotifications, stepUp: enStepUp },
  'zh-CN': { mails: zhCNMails, notifications: zhCNNotifications, stepUp: zhCNStepUp },
  'zh-TW': { mails: zhTWMails, notifications: zhTWNotifications, stepUp: zhTWStepUp },
  ja: { mails: jaMails, notifications: jaNotifications, stepUp: jaStepUp },
  tr: { mails: trMails, notifications: trNotifications, stepUp: trStepUp },
  vi: { mails: viMails, notifications: viNotifications, stepUp: viStepUp },
  es: { mails: esMails, notifications: esNotifications, stepUp: esStepUp },
  it: { mails: italianMails, notifications: italianNotifications, stepUp: italianStepUp },
  fr: { mails: frMails, notifications: frNotifications, stepUp: frStepUp },
  de: { mails: deMails, notifications: deNotifications, stepUp: deStepUp },
  ru: { mails: ruMails, notifications: ruNotifications, stepUp: ruStepUp },
  ko: { mails: koMails, notifications: koNotifications, stepUp: koStepUp },
  ms: { mails: msMails, notifications: msNotifications, stepUp: msStepUp },
};
