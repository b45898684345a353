/** The one place that names the product. An operator who runs it under another name changes this file. */
export const brand = {
  name: 'Candor',
  wordmark: 'candor',
  supportEmail: 'support@candor.example',
  baseCurrency: 'USDT',
  themeColour: { dark: '#0b0e14', day: '#fbfaf8' },
} as const;
