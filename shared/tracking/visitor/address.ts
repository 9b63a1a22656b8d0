/** What is kept of a visitor's address. */
import { hash } from 'node:crypto'
import { isIP } from 'node:net'

/** Countries whose visitors' addresses are not kept: the European Union's member states and the United Kingdom. */
export const addressFreeCountries = new Set([
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
])

/** The address as it is stored: empty where the law is strict, and where it is none. */
export const keptAddress = (ip: string, country: string) => (isIP(ip) === 0 || addressFreeCountries.has(country) ? '' : ip)

/** Who visits, without saying who: one hash for one address and browser. */
export const identityHash = (ip: string, userAgent: string) => hash('sha256', `${ip}-${userAgent}`, 'hex')
