/** Whether a page lets itself be shown inside another, by its headers. Pure. */

type Headers = Record<string, string | string[] | undefined>

/**
 * `frame-ancestors` of a content security policy decides; where there is none, `X-Frame-Options` with any value forbids it. Every policy
 * has to agree. Without a `host` only pages that any page may show count.
 */
export function allowsFraming(headers: Headers, host: string | undefined): boolean {
  const ancestors = policies(headers['content-security-policy']).flatMap((policy) => directive(policy, 'frame-ancestors') ?? [])
  if (ancestors.length > 0) return ancestors.every((sources) => sources.split(/\s+/).some((source) => admits(source.toLowerCase(), host)))
  return list(headers['x-frame-options']).length === 0
}

const list = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat())
const policies = (value: string | string[] | undefined) => list(value).flatMap((one) => one.split(','))

function directive(policy: string, wanted: string): string | undefined {
  const found = policy
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.toLowerCase().split(/\s+/)[0] === wanted)
  return found?.slice(wanted.length).trim()
}

/** A short link's page is always served by https, on the standard port. */
function admits(source: string, host: string | undefined): boolean {
  if (source === '*' || source === 'https:') return true
  const { scheme, name, port } = /^(?:(?<scheme>[a-z]+):\/\/)?(?<name>[^/:']+)(?::(?<port>\d+|\*))?/.exec(source)?.groups ?? {}
  if (!host || !name || (scheme && scheme !== 'https') || (port && port !== '443' && port !== '*')) return false
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}
