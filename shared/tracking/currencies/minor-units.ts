/** How many digits behind the point an amount in a currency's smallest unit has. */

const none = new Set(['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'ugx', 'vnd', 'vuv', 'xaf', 'xof', 'xpf'])
const three = new Set(['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd'])

export const minorDigits = (currency: string) => (none.has(currency) ? 0 : three.has(currency) ? 3 : 2)
