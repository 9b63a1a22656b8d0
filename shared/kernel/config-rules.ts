/** Rules for the values of environment variables. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { isQueueName } from './queue/queue-kinds.js'

export interface ConfigKey {
  schema: z.ZodType
  /** The behaviour without the key, for the documentation. */
  defaultText: string
  description: string
  secret?: boolean
}

export const integer = (min: number, max: number) => {
  const message = `must be an integer from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}
const percentMessage = 'must be a number from 0 to 100'
export const percentage = z.coerce.number(percentMessage).min(0, percentMessage).max(100, percentMessage)
export const oneOf = <const Words extends readonly string[]>(...words: Words) => z.enum(words, `must be one of ${words.join(', ')}`)
export const flag = oneOf('true', 'false', '1', '0').transform((text) => text === 'true' || text === '1')
export const key = (prefix: string) =>
  z.string().min(16, 'must have at least 16 characters').startsWith(prefix, `must start with ${prefix}`)
export const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be a URL beginning with ${schemes.map((one) => `${one}//`).join(' or ')}`,
    )
    .refine(hasValidCredentials, 'must have a user and a password in which `%` is written as `%25`')

/** Also true for what is no URL, which the other rule reports. */
function hasValidCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
export const hasOnlyOriginAndPath = (text: string) => {
  if (!URL.canParse(text)) return true // reported by the other rule
  const { username, password } = new URL(text)
  return username === '' && password === '' && !/[?#]/.test(text)
}
export const hostName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, 'must be a host name without scheme, port or path')

/** Also true for what is no URL, which another rule reports. */
export const namesHost = (text: string) => !URL.canParse(text) || new URL(text).hostname !== ''

/** Splits a comma-separated list and trims its items. */
export const splitList = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** Host names in the form in which URLs contain them: lower case, ASCII. Others stay as they are. */
export const splitHosts = (text: string) => splitList(text).map((one) => domainToASCII(one) || one)
export const areHosts = (text: string) => splitHosts(text).every((one) => hostName.safeParse(one).success)
export const namesQueues = (names: string[]) => names.length > 0 && names.every((name) => name === 'all' || isQueueName(name))
export function isHostAndPort(text: string): boolean {
  const [, port] = /^(?:\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(text) ?? []
  return isPort(port)
}
const isPort = (text: string | undefined) => Number(text) >= 1 && Number(text) <= 65535
/** Port 0 would end the process when the address is used. */
export function isSocketAddress(text: string): boolean {
  const [, ipv6, ipv4, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(text) > 0 || (isIP(ipv6 ?? ipv4 ?? '') > 0 && (port === undefined || isPort(port)))
}

/** The row of a key for the base URL of a provider's API. */
export const apiUrl = (address: string, api: string) => ({
  schema: url('http:', 'https:').default(address),
  defaultText: address,
  description: `Base URL of the ${api}`,
})

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
