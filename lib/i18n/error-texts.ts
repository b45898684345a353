import type { Locale } from '../protocol/wire';

export type ErrorTexts = { title: string; text: string; retry: string };

/**
 * What stands on a screen that could not be shown. Apart from the catalogues, which may be what failed; the layout writes them into the page,
 * so that a browser has them before it needs them, in one language instead of thirteen.
 */
export const ERROR_TEXTS: Record<Locale, ErrorTexts> = {
  en: {
    title: 'This screen could not be shown',
    text: 'Nothing you confirmed was lost. We keep trying: the screen comes back by itself.',
    retry: 'Try again',
  },
  'zh-CN': { title: '无法显示此页面', text: '您已确认的操作都没有丢失。系统会继续重试，页面将自动恢复。', retry: '重试' },
  'zh-TW': { title: '無法顯示此頁面', text: '您已確認的操作都沒有遺失。系統會繼續重試，頁面將自動恢復。', retry: '重試' },
  ja: {
    title: 'この画面を表示できませんでした',
    text: '確定済みの操作は失われていません。再試行を続けており、画面は自動的に戻ります。',
    retry: 'もう一度試す',
  },
  tr: {
    title: 'Bu ekran gösterilemedi',
    text: 'Onayladığınız hiçbir şey kaybolmadı. Denemeye devam ediyoruz: ekran kendiliğinden geri gelir.',
    retry: 'Tekrar dene',
  },
  vi: {
    title: 'Không thể hiển thị màn hình này',
    text: 'Những gì bạn đã xác nhận không bị mất. Chúng tôi vẫn đang thử lại, màn hình sẽ tự hiện lại.',
    retry: 'Thử lại',
  },
  es: {
    title: 'No se pudo mostrar esta pantalla',
    text: 'No se perdió nada de lo que confirmó. Seguimos intentándolo: la pantalla volverá por sí sola.',
    retry: 'Reintentar',
  },
  it: {
    title: 'Impossibile mostrare questa schermata',
    text: 'Nulla di ciò che hai confermato è andato perso. Continuiamo a riprovare: la schermata tornerà da sola.',
    retry: 'Riprova',
  },
  fr: {
    title: "Cet écran n'a pas pu être affiché",
    text: "Rien de ce que vous avez confirmé n'a été perdu. Nous continuons d'essayer : l'écran reviendra de lui-même.",
    retry: 'Réessayer',
  },
  de: {
    title: 'Diese Seite konnte nicht angezeigt werden',
    text: 'Nichts, was Sie bestätigt haben, ist verloren. Wir versuchen es weiter: Die Seite kommt von selbst zurück.',
    retry: 'Erneut versuchen',
  },
  ru: {
    title: 'Не удалось показать этот экран',
    text: 'Ничего из подтверждённого вами не потеряно. Мы продолжаем попытки: экран вернётся сам.',
    retry: 'Повторить',
  },
  ko: {
    title: '이 화면을 표시할 수 없습니다',
    text: '확인하신 내용은 사라지지 않았습니다. 계속 다시 시도하고 있으며 화면은 저절로 돌아옵니다.',
    retry: '다시 시도',
  },
  ms: {
    title: 'Skrin ini tidak dapat dipaparkan',
    text: 'Tiada apa yang anda sahkan telah hilang. Kami terus mencuba: skrin akan kembali dengan sendirinya.',
    retry: 'Cuba lagi',
  },
};
