'use client';
import { QRCodeSVG } from 'qrcode.react';

const SIZE_PX = 224;
/** White around it, as the standard asks for: the page is dark. */
const QUIET_MODULES = 4;

/** A QR picture, dark on white in both themes: many cameras read no other. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  return (
    <QRCodeSVG
      bgColor="#ffffff"
      boostLevel={false}
      fgColor="#000000"
      level="M"
      marginSize={QUIET_MODULES}
      size={SIZE_PX}
      title={label}
      value={text}
    />
  );
}
