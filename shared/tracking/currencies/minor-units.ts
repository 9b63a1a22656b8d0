/** Number of decimal digits between a currency and its smallest unit. */

const zeroDecimal = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'ugx',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
])
const threeDecimal = new Set(['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd'])

export const minorDigits = (currency: string) => (zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2)
