import { brand } from '../../../lib/brand';
import type { Locale } from '../../../lib/protocol/wire';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
/** A line that is an address and nothing else: a link of ours. What a person wrote stands within other words, or isn't linked. */
const LINK = /^https?:\/\/[\w.:-]+\/(freeze|new-password|cancel-withdrawal)#[\w.-]+$/;

/** Colours follow the reader's theme; nothing is fetched from anywhere, so nobody learns that a mail was opened. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#fbfaf8;color:#1b1d22;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:560px;margin:0 auto}
p{margin:0 0 16px;overflow-wrap:anywhere}
a{color:#0b5ed7}
.brand{font-weight:700}
@media (prefers-color-scheme:dark){body{background:#0b0e14;color:#e8eaf0}a{color:#8ab4f8}}`;

const toLine = (line: string) => (LINK.test(line) ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>` : escapeHtml(line));

/** Returns a mail's text as a page: the same words, its paragraphs as paragraphs, our links as links, everything escaped. */
export function writeMailHtml({ subject, text, lang }: { subject: string; text: string; lang: Locale }): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${part.split('\n').map(toLine).join('<br>')}</p>`);
  return [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body><main><p class="brand">${escapeHtml(brand.name)}</p>${paragraphs.join('')}</main></body></html>`,
  ].join('');
}
