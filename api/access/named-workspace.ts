import type { NamedWorkspace } from '../../shared/accounts/index.js'
import type { Knock } from '../endpoint.js'

/** The workspace that the request names, in the order in which places are looked at. Null when it names none. */
export function namedWorkspace({ params, query }: Pick<Knock, 'params' | 'query'>): NamedWorkspace | null {
  const name = params.idOrSlug || last(query, 'workspaceId') || params.slug || last(query, 'projectSlug')
  if (!name) return null
  // No name holds a NUL, and the database takes none: this one is looked up as a slug that nothing has.
  if (name.includes('\0')) return { id: null, slug: '' }
  return name.startsWith('ws_') ? { id: name, slug: null } : { id: null, slug: name.toLowerCase() }
}

const last = (query: URLSearchParams, name: string) => query.getAll(name).at(-1)
