import enMails from '../../../messages/en/mails.json';
import enErrors from '../../../messages/en/errors.json';
import enNotifications from '../../../messages/en/notifications.json';
import enStepUp from '../../../messages/en/step-up.json';
import zhCNMails from '../../../messages/zh-CN/mails.json';
import zhCNErrors from '../../../messages/zh-CN/errors.json';
import zhCNNotifications from '../../../messages/zh-CN/notifications.json';
import zhCNStepUp from '../../../messages/zh-CN/step-up.json';
import zhTWMails from '../../../messages/zh-TW/mails.json';
import zhTWErrors from '../../../messages/zh-TW/errors.json';
import zhTWNotifications from '../../../messages/zh-TW/notifications.json';
import zhTWStepUp from '../../../messages/zh-TW/step-up.json';
import jaMails from '../../../messages/ja/mails.json';
import jaErrors from '../../../messages/ja/errors.json';
import jaNotifications from '../../../messages/ja/notifications.json';
import jaStepUp from '../../../messages/ja/step-up.json';
import trMails from '../../../messages/tr/mails.json';
import trErrors from '../../../messages/tr/errors.json';
import trNotifications from '../../../messages/tr/notifications.json';
import trStepUp from '../../../messages/tr/step-up.json';
import viMails from '../../../messages/vi/mails.json';
import viErrors from '../../../messages/vi/errors.json';
import viNotifications from '../../../messages/vi/notifications.json';
import viStepUp from '../../../messages/vi/step-up.json';
import esMails from '../../../messages/es/mails.json';
import esErrors from '../../../messages/es/errors.json';
import esNotifications from '../../../messages/es/notifications.json';
import esStepUp from '../../../messages/es/step-up.json';
import italianMails from '../../../messages/it/mails.json';
import italianErrors from '../../../messages/it/errors.json';
import italianNotifications from '../../../messages/it/notifications.json';
import italianStepUp from '../../../messages/it/step-up.json';
import frMails from '../../../messages/fr/mails.json';
import frErrors from '../../../messages/fr/errors.json';
import frNotifications from '../../../messages/fr/notifications.json';
import frStepUp from '../../../messages/fr/step-up.json';
import deMails from '../../../messages/de/mails.json';
import deErrors from '../../../messages/de/errors.json';
import deNotifications from '../../../messages/de/notifications.json';
import deStepUp from '../../../messages/de/step-up.json';
import ruMails from '../../../messages/ru/mails.json';
import ruErrors from '../../../messages/ru/errors.json';
import ruNotifications from '../../../messages/ru/notifications.json';
import ruStepUp from '../../../messages/ru/step-up.json';
import koMails from '../../../messages/ko/mails.json';
import koErrors from '../../../messages/ko/errors.json';
import koNotifications from '../../../messages/ko/notifications.json';
import koStepUp from '../../../messages/ko/step-up.json';
import msMails from '../../../messages/ms/mails.json';
import msErrors from '../../../messages/ms/errors.json';
import msNotifications from '../../../messages/ms/notifications.json';
import msStepUp from '../../../messages/ms/step-up.json';
import type { Locale } from '../../../lib/protocol/wire';

type Written = { subject: string; text: string };
type Texts = {
  mails: Record<'foot' | 'reason' | 'phrase' | 'when' | 'device' | 'network' | 'harmless' | 'freeze' | 'undo' | 'contested', string> &
    Record<
      | 'digest'
      | 'code'
      | 'taken'
      | 'support'
      | 'newDevice'
      | 'changed'
      | 'frozen'
      | 'frozenWallet'
      | 'withdrawal'
      | 'reset'
      | 'resetWallet',
      Written
    > & {
      confirm: { text: string };
    };
  notifications: { filters: Record<string, string>; kinds: Record<string, { title: string; text: string }> };
  errors: Record<string, string>;
  stepUp: { acts: Record<string, string>; subject: Record<string, string> };
};

/** The texts of what is told and mailed, in every language: the same that the app shows. */
export const MAIL_TEXTS: Record<Locale, Texts> = {
  en: { errors: enErrors, mails: enMails, notifications: enNotifications, stepUp: enStepUp },
  'zh-CN': { errors: zhCNErrors, mails: zhCNMails, notifications: zhCNNotifications, stepUp: zhCNStepUp },
  'zh-TW': { errors: zhTWErrors, mails: zhTWMails, notifications: zhTWNotifications, stepUp: zhTWStepUp },
  ja: { errors: jaErrors, mails: jaMails, notifications: jaNotifications, stepUp: jaStepUp },
  tr: { errors: trErrors, mails: trMails, notifications: trNotifications, stepUp: trStepUp },
  vi: { errors: viErrors, mails: viMails, notifications: viNotifications, stepUp: viStepUp },
  es: { errors: esErrors, mails: esMails, notifications: esNotifications, stepUp: esStepUp },
  it: { errors: italianErrors, mails: italianMails, notifications: italianNotifications, stepUp: italianStepUp },
  fr: { errors: frErrors, mails: frMails, notifications: frNotifications, stepUp: frStepUp },
  de: { errors: deErrors, mails: deMails, notifications: deNotifications, stepUp: deStepUp },
  ru: { errors: ruErrors, mails: ruMails, notifications: ruNotifications, stepUp: ruStepUp },
  ko: { errors: koErrors, mails: koMails, notifications: koNotifications, stepUp: koStepUp },
  ms: { errors: msErrors, mails: msMails, notifications: msNotifications, stepUp: msStepUp },
};
