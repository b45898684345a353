/** Line icons on a 24 grid, drawn inline: no request, no font. */
const PATHS = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  market: 'M4 19h16M7 15V9m5 6V5m5 10v-4',
  trade: 'M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3',
  wallet: 'M4 7.500A2.500 2.500 0 0 1 6.500 5H17v3M4 7.500V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H4.500M16 13.500h.01',
  earn: 'M12 3v18M16.500 7.500C15 6 9 5.500 8.500 8.500 8 12 16 11 16 15s-6 3.500-8.500 1.500',
  loan: 'M3 10h18M5 10v8m4-8v8m6-8v8m4-8v8M3 20h18M12 3 3 8h18z',
  account: 'M15.500 8a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0ZM5 20c.8-4 3.500-6 7-6s6.200 2 7 6',
  menu: 'M4 7h16M4 12h16M4 17h10',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20h4',
  back: 'M14 5l-7 7 7 7',
  forward: 'M10 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  star: 'm12 4 2.400 5 5.600.7-4.100 3.800 1.100 5.500-5-2.800-5 2.800 1.100-5.500L4 9.700 9.600 9z',
  check: 'm5 12 4.500 4.500L19 7',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM20 20l-4.500-4.500',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.500m0 15V21m9-9h-1.500m-15 0H3m15.400-6.400-1.100 1.100M6.700 17.300l-1.100 1.100m12.800 0-1.100-1.100M6.700 6.700 5.600 5.600',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500Z',
  globe: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  chart: 'M4 16l5-6 4 4 7-9',
  exit: 'M14 4H6v16h8M10 12h11m0 0-4-4m4 4-4 4',
  refresh: 'M20 12a8 8 0 1 1-2.500-5.800M20 4v4h-4',
  warn: 'M12 4 2.500 20h19zM12 10v4.500m0 2.500h.01',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 11v5m0-8.500h.01',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM14.500 12a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0Z',
  'eye-off':
    'M4 4l16 16M9.500 6A9 9 0 0 1 12 5.500C18 5.500 21.500 12 21.500 12a17 17 0 0 1-2.700 3.400M6.500 8A16 16 0 0 0 2.500 12S6 18.500 12 18.500c1.300 0 2.500-.3 3.500-.8',
  shield: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6z',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1',
  settings: 'M4 7h10m4 0h2M4 17h2m4 0h10M16 4.500v5M8 14.500v5',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  plus: 'M12 5v14M5 12h14',
  enlarge: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  edit: 'M4 20l1-4L15.500 5.500l3 3L8 19zM13.500 7.500l3 3',
  filter: 'M4 7h16M7 12h10M10 17h4',
} as const;

export type IconName = keyof typeof PATHS;

/** `size` in CSS pixels at 100 % text; always decorative, the words stand beside it or in an aria-label. */
export function Icon({ name, size = 22, isFilled = false }: { name: IconName; size?: number; isFilled?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      fill={isFilled ? 'currentColor' : 'none'}
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.8"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The mark of the brand: half seen, half open. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="shrink-0" height={size} viewBox="0 0 20 20" width={size}>
      <circle cx="10" cy="10" fill="none" r="8.2" stroke="currentColor" strokeWidth="2.2" />
      <path d="M10 1.800a8.200 8.200 0 0 1 0 16.400z" fill="currentColor" />
    </svg>
  );
}
