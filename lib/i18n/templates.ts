/**
 * Writes a text as a template with `{name}` places, for screens that send the browser a few texts and no translator.
 *
 * Catalogues are compiled while building: a text with places arrives as a list of words and `[name]` places. A text that is
 * not compiled stays as it is. Plurals and the like have no place in such texts.
 */
export function writeTemplate(text: unknown): string {
  if (!Array.isArray(text)) return String(text);
  return text.map((part: unknown) => (Array.isArray(part) ? `{${String(part[0])}}` : String(part))).join('');
}

/** Writes a namespace of texts, one level deep or more, as templates. */
export function writeTemplates<Texts extends object>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([key, text]: [string, unknown]) => [
    key,
    typeof text === 'object' && text !== null && !Array.isArray(text) ? writeTemplates(text) : writeTemplate(text),
  ]);
  return Object.fromEntries(entries) as Texts;
}
