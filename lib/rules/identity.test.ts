import { describe, expect, it } from 'vitest';
import { foldDocumentNumber, readDocumentNumber, readName } from './identity';

describe('the number of a document', () => {
  it.each([
    ['ab-12 34/567', 'AB1234567'],
    ['ＡＢ１２３４５６７', 'AB1234567'],
    ['AB١٢٣٤٥٦٧', 'AB1234567'],
    ['AB۱۲۳۴۵۶۷', 'AB1234567'],
    ['áb1234567', 'ÁB1234567'],
    ['臺1234', '臺1234'],
    ['АН 123456', 'АН123456'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(readDocumentNumber(typed)).toBe(kept);
  });

  it.each(['123', '1'.repeat(41), 'AB<1234>', 'ᴀʙ12345', 'Ꭺ12345', 'AB\u200b1234', '🎉1234', '\u202eAB1234'])('%j is none', (typed) => {
    expect(readDocumentNumber(typed)).toBeNull();
  });

  it.each([
    ['АВСЕНІЈКМОРԚЅТХУԜ', 'ABCE-HIJKM-OPQSTXYW'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['CHO1234I', 'CH012341'],
    ['ÁB1234567', 'AB1234567'],
    ['СНО1234І', 'CH012341'],
  ])('%s can be told from %s by nobody, and counts as the same', (one, other) => {
    const [left, right] = [one, other].map((text) => foldDocumentNumber(readDocumentNumber(text) ?? ''));
    expect(left).toBe(right);
    expect(left).not.toBe('');
  });

  it('differs where it looks different', () => {
    expect(new Set(['AB1234567', 'AB1234568', 'ЖЩ1234567', 'A81234567'].map(foldDocumentNumber)).size).toBe(4);
  });
});

describe('a name', () => {
  it.each(['Nguyễn Thị Ánh', 'བསྟན་འཛིན', 'ג׳ורג׳', 'ዓለም፡ጸሐይ', 'กิ๊ก', 'محمد عبد الله', "O’Neil-D'Arc", 'ᐃᓄᒃ'])('%s is kept', (name) => {
    expect(readName(name)).toBe(name.normalize('NFC'));
  });

  it.each([`A${'\u0336'.repeat(6)}da`, 'Ada\u202eecila', '🎉', '12', 'a'.repeat(101)])('%j is none', (name) => {
    expect(readName(name)).toBeNull();
  });
});
