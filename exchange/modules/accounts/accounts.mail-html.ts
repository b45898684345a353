import { brand } from '../../../lib/brand';
import type { Locale } from '../../../lib/protocol/wire';
import { MAIL_TEXTS } from './accounts.mail-texts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
/** Where a link of ours leads, behind our origin. */
const LINK = /^\/(?:support|(?:freeze|new-password|cancel-withdrawal)#[\w.-]+)$/;

/** Colours follow the reader's theme; nothing is fetched from anywhere, so nobody learns that a mail was opened. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px 12px;background:#f1efeb;color:#1b1d22;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:520px;margin:0 auto;padding:24px 20px 8px;border-radius:16px;background:#fbfaf8}
p{margin:0 0 18px;overflow-wrap:anywhere}
a{color:#0b5ed7}
.brand{padding-bottom:14px;border-bottom:1px solid #dcd9d2;font-size:20px;font-weight:700}
.code{font-size:26px;letter-spacing:2px}
.phrase{padding:12px 16px;border-radius:12px;background:#efece5}
@media (prefers-color-scheme:dark){body{background:#05070a;color:#e8eaf0}main{background:#0f131b}a{color:#8ab4f8}.brand{border-color:#2a303c}.phrase{background:#1a202b}}`;

/** A mail without its address; `heads` are lines of the text that are titles, `code` is what its first paragraph brings to be typed. */
export type MailBody = { lang: Locale; subject: string; text: string; heads?: readonly string[]; code?: string };

/**
 * Returns a mail's text as a page: the same words, its paragraphs as paragraphs, everything escaped. A line that is nothing but a link of ours, which begins
 * with `origin`, is a link.
 */
export function writeMailHtml({ subject, text, lang, heads = [], code }: MailBody, origin: string): string {
  const toLine = (line: string, large: string | undefined) => {
    const words = escapeHtml(line);
    if (line.startsWith(`${origin}/`) && LINK.test(line.slice(origin.length))) return `<a href="${words}">${words}</a>`;
    if (heads.includes(line)) return `<strong>${words}</strong>`;
    return large === undefined ? words : words.replace(large, `<strong class="code">${large}</strong>`);
  };
  const [phrase = ''] = MAIL_TEXTS[lang].mails.phrase.split('{phrase}');
  const toParagraph = (part: string, index: number, all: readonly string[]) => {
    const look = index === all.length - 1 && phrase !== '' && part.startsWith(phrase) ? ' class="phrase"' : '';
    const lines = part.split('\n').map((line) => toLine(line, index === 0 ? code : undefined));
    return `<p${look}>${lines.join('<br>')}</p>`;
  };
  return [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body><main><p class="brand">${escapeHtml(brand.name)}</p>${text
      .split(/\n{2,}/)
      .map(toParagraph)
      .join('')}</main></body></html>`,
  ].join('');
}
