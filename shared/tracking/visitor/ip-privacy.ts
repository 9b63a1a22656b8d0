/** Which part of a visitor's identity is stored. */
import { hash } from 'node:crypto'
import { isIP } from 'node:net'

/** Countries whose visitors' IP addresses are not stored: the member states of the European Union and the United Kingdom. */
export const countriesWithoutIp = new Set([
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

/** The IP address as stored: empty for these countries and for text that is not an IP address. */
export const storedIp = (ip: string, country: string) => (isIP(ip) === 0 || countriesWithoutIp.has(country) ? '' : ip)

/**
 * Pseudonymous visitor id: 64 bits of a hash of IP address and user agent. With ten million visitors, the chance that any two have the same
 * id is about 1 in 370,000.
 */
export const identityHash = (ip: string, userAgent: string) => hash('sha256', `${ip}-${userAgent}`, 'hex').slice(0, 16)
