'use client';
import NextLink, { useLinkStatus } from 'next/link';
import { type ComponentProps, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * A link within the app. The page behind it is fetched ahead when a mouse comes to it: left to itself the framework asks twice for each link in
 * view, which was most of what a page view asked of the server. `prefetch` says something else, as the framework's own does: `false` never, `null` at once.
 * Where the way to the server and back is long, a bar at the top says that the tap was felt.
 */
export function Link({ prefetch, onPointerEnter, children, ...rest }: ComponentProps<typeof NextLink>) {
  const [isHovered, setIsHovered] = useState(false);
  return (
    <NextLink
      {...rest}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        if (event.pointerType === 'mouse') setIsHovered(true);
      }}
      prefetch={prefetch === undefined ? (isHovered ? null : false) : prefetch}
    >
      {children}
      <NavigationBar />
    </NextLink>
  );
}

/** In the body: a container or a blurred header around a link would be what it is fixed to. */
function NavigationBar() {
  const { pending } = useLinkStatus();
  return pending ? createPortal(<span aria-hidden="true" className="navigation-bar" />, document.body) : null;
}
