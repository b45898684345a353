/** Returns what stands between two sentences of a language: Chinese and Japanese ends of sentences bring their own. */
export function sentenceGap(locale: string): string {
  return locale === 'ja' || locale.startsWith('zh') ? '' : ' ';
}
