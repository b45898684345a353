import { Document, Font, Image, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { createElement, type ReactElement } from 'react';
import { brand } from '../../../lib/brand';
import { type AgreementContent, type AgreementSection, readAgreementText } from '../../../lib/rules/loan-agreement';
import type { AgreementAbout } from './loans.documents';
import { chooseFonts, findFontFile, type FontName } from './loans.fonts';
import { wrapWide } from './loans.wrap';

/** An A4 page in points. */
const PAGE_WIDTH = 595;
const MARGIN = 48;
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const LINE_HEIGHT = 1.45;

// Composed letters stay one glyph: taken apart, a reader of the file would find their parts.
const FEATURES = { ccmp: 0 } as unknown as string[];

const styles = StyleSheet.create({
  page: {
    paddingVertical: 44,
    paddingHorizontal: MARGIN,
    fontSize: 10,
    lineHeight: LINE_HEIGHT,
    color: '#111111',
    fontFeatureSettings: FEATURES,
  },
  // What is inherited is the line height in points of the text around it.
  title: { fontSize: 18, lineHeight: LINE_HEIGHT, marginBottom: 8 },
  note: { marginBottom: 6, padding: 6, borderWidth: 1, borderColor: '#999999' },
  heading: {
    fontSize: 12,
    lineHeight: LINE_HEIGHT,
    marginTop: 12,
    marginBottom: 4,
    paddingBottom: 2,
    borderBottomWidth: 1,
    borderBottomColor: '#bbbbbb',
  },
  row: { flexDirection: 'row', paddingVertical: 2 },
  label: { width: '40%', paddingRight: 10, color: '#444444' },
  value: { width: '60%' },
  paragraph: { marginTop: 6 },
  drawing: { marginTop: 8, height: 80, objectFit: 'contain', objectPosition: 'left' },
});

const registered = new Set<FontName>();
function register(fonts: readonly FontName[]): void {
  for (const family of fonts) {
    if (registered.has(family)) continue;
    Font.register({ family, src: findFontFile(family) });
    registered.add(family);
  }
}
// A word stays as it is written.
Font.registerHyphenationCallback((word) => [word]);

/** Room for what sticks out of its box. */
const SLACK_EM = 1;
type Style = (typeof styles)[keyof typeof styles];
const words = (style: Style, text: string, { width = WIDTH, size = 10, key }: { width?: number; size?: number; key?: string } = {}) =>
  createElement(Text, { style, key }, wrapWide(text, width / size - SLACK_EM));

function renderSection({ heading, rows, paragraphs }: AgreementSection): ReactElement {
  return createElement(
    View,
    { key: heading, minPresenceAhead: 60 },
    words(styles.heading, heading, { size: 12, key: 'heading' }),
    ...rows.map(({ label, value }) =>
      createElement(
        View,
        { key: label, style: styles.row, wrap: false },
        words(styles.label, label, { width: WIDTH * 0.4 - 10 }),
        words(styles.value, value, { width: WIDTH * 0.6 }),
      ),
    ),
    ...paragraphs.map((paragraph) => words(styles.paragraph, paragraph, { key: paragraph })),
  );
}

/**
 * Returns the file of an agreement: searchable text, title and language set, the drawn signature (PNG) at its end. It takes a part of a second of
 * one core.
 */
export async function renderAgreementFile(
  content: AgreementContent,
  signature: Uint8Array | null,
  { number, signedAt }: AgreementAbout,
): Promise<Uint8Array> {
  const fonts = chooseFonts(readAgreementText(content).join(' '), content.locale);
  register(fonts);
  const title = `${content.title} ${number}`;
  const dates = { creationDate: new Date(signedAt), modificationDate: new Date(signedAt) };
  const drawing = signature === null ? [] : [createElement(Image, { key: 'drawing', style: styles.drawing, src: Buffer.from(signature) })];
  const page = createElement(
    Page,
    { size: 'A4', style: [styles.page, { fontFamily: fonts as unknown as string }] },
    words(styles.title, content.title, { size: 18, key: 'title' }),
    ...content.notes.map((note) => words(styles.note, note, { width: WIDTH - 14, key: note })),
    ...content.sections.map(renderSection),
    ...drawing,
  );
  return renderToBuffer(
    createElement(
      Document,
      { title, language: content.locale, author: brand.name, creator: brand.name, producer: brand.name, ...dates },
      page,
    ),
  );
}
