/** The one place that names the product. An operator who runs it under another name changes this file. */
export const brand = {
  name: 'Candor',
  wordmark: 'candor',
  supportEmail: 'support@candor.example',
  /** Who runs it, and under which licence: null until the operator has one. Shown on the legal pages as it stands here. */
  operator: null as string | null,
  licence: null as string | null,
  themeColour: { dark: '#0b0e14', day: '#fbfaf8' },
} as const;
