/** Slugs that could be confused with parts of the service. */
const reserved = new Set([
  'admin',
  'api',
  'app',
  'auth',
  'billing',
  'default',
  'docs',
  'health',
  'login',
  'logout',
  'metrics',
  'new',
  'null',
  'oauth',
  'ready',
  'settings',
  'status',
  'system',
  'undefined',
  'user',
  'workspace',
  'workspaces',
  'www',
])

/** Converts a text to lower-case letters, digits and single dashes: `Große Freiheit №7` -> `grosse-freiheit-no7`. */
export function slugOf(text: string): string {
  const plain = text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
}

export const isReservedSlug = (slug: string) => reserved.has(slug)
