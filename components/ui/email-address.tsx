import { Fragment } from 'react';

/** Before the at sign and before each dot: an address that doesn't fit is broken there first. */
const BREAKS = /(?=[@.])/;

/** An e-mail address that breaks where it can be read. */
export function EmailAddress({ address }: { address: string }) {
  return (
    <bdi className="[overflow-wrap:anywhere]">
      {address.split(BREAKS).map((part, index) => (
        // Parts have no names of their own, and never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are.
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
