import { QRCodeSVG } from 'qrcode.react';

/** A deposit address as a code that survives a third of it being covered. Dark on white in both themes: scanners expect that. */
export function DepositQr({ text }: { text: string }) {
  return (
    <QRCodeSVG
      aria-hidden="true"
      bgColor="#ffffff"
      className="h-auto w-full"
      fgColor="#000000"
      level="H"
      marginSize={4}
      role="presentation"
      size={200}
      value={text}
    />
  );
}
