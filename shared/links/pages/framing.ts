/** Decides from response headers whether a page may be shown in an iframe. Pure. */

type Headers = Record<string, string | string[] | undefined>

/**
 * The `frame-ancestors` directives decide: every policy must allow the host. Without any directive, an `X-Frame-Options` header with any
 * value forbids framing. Without a `host`, only pages that any site may frame are allowed.
 */
export function allowsFraming(headers: Headers, host: string | undefined): boolean {
  const ancestors = policies(headers['content-security-policy']).flatMap((policy) => directive(policy, 'frame-ancestors') ?? [])
  if (ancestors.length > 0)
    return ancestors.every((sources) => sources.split(/\s+/).some((source) => sourceMatches(source.toLowerCase(), host)))
  return toList(headers['x-frame-options']).length === 0
}

const toList = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat())
const policies = (value: string | string[] | undefined) => toList(value).flatMap((policy) => policy.split(','))

function directive(policy: string, name: string): string | undefined {
  const found = policy
    .split(';')
    .map((text) => text.trim())
    .find((text) => text.toLowerCase().split(/\s+/)[0] === name)
  return found?.slice(name.length).trim()
}

/** Whether a source expression matches the host. Short links are always served over https on the default port. */
function sourceMatches(source: string, host: string | undefined): boolean {
  if (source === '*' || source === 'https:') return true
  const { scheme, name, port } = /^(?:(?<scheme>[a-z]+):\/\/)?(?<name>[^/:']+)(?::(?<port>\d+|\*))?/.exec(source)?.groups ?? {}
  if (!host || !name || (scheme && scheme !== 'https') || (port && port !== '443' && port !== '*')) return false
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}
