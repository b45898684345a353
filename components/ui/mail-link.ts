/** Returns the address that opens a new mail with a subject and a text, to whom its writer names. Lines are broken as mails break them. */
export function toMailLink({ subject, text }: { subject: string; text: string }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
}
