import enMails from '../../../messages/en/mails.json';
import enNotifications from '../../../messages/en/notifications.json';
import zhCNMails from '../../../messages/zh-CN/mails.json';
import zhCNNotifications from '../../../messages/zh-CN/notifications.json';
import zhTWMails from '../../../messages/zh-TW/mails.json';
import zhTWNotifications from '../../../messages/zh-TW/notifications.json';
import jaMails from '../../../messages/ja/mails.json';
import jaNotifications from '../../../messages/ja/notifications.json';
import trMails from '../../../messages/tr/mails.json';
import trNotifications from '../../../messages/tr/notifications.json';
import viMails from '../../../messages/vi/mails.json';
import viNotifications from '../../../messages/vi/notifications.json';
import esMails from '../../../messages/es/mails.json';
import esNotifications from '../../../messages/es/notifications.json';
import italianMails from '../../../messages/it/mails.json';
import italianNotifications from '../../../messages/it/notifications.json';
import frMails from '../../../messages/fr/mails.json';
import frNotifications from '../../../messages/fr/notifications.json';
import deMails from '../../../messages/de/mails.json';
import deNotifications from '../../../messages/de/notifications.json';
import ruMails from '../../../messages/ru/mails.json';
import ruNotifications from '../../../messages/ru/notifications.json';
import koMails from '../../../messages/ko/mails.json';
import koNotifications from '../../../messages/ko/notifications.json';
import msMails from '../../../messages/ms/mails.json';
import msNotifications from '../../../messages/ms/notifications.json';
import type { Locale } from '../../../lib/protocol/wire';

type Texts = {
  mails: { foot: string; digest: { subject: string; text: string } };
  notifications: { filters: Record<string, string>; kinds: Record<string, { title: string; text: string }> };
};

/** The texts of what is told and mailed, in every language: the same that the app shows. */
export const NOTIFICATION_TEXTS: Record<Locale, Texts> = {
  en: { mails: enMails, notifications: enNotifications },
  'zh-CN': { mails: zhCNMails, notifications: zhCNNotifications },
  'zh-TW': { mails: zhTWMails, notifications: zhTWNotifications },
  ja: { mails: jaMails, notifications: jaNotifications },
  tr: { mails: trMails, notifications: trNotifications },
  vi: { mails: viMails, notifications: viNotifications },
  es: { mails: esMails, notifications: esNotifications },
  it: { mails: italianMails, notifications: italianNotifications },
  fr: { mails: frMails, notifications: frNotifications },
  de: { mails: deMails, notifications: deNotifications },
  ru: { mails: ruMails, notifications: ruNotifications },
  ko: { mails: koMails, notifications: koNotifications },
  ms: { mails: msMails, notifications: msNotifications },
};
