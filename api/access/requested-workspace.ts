import type { WorkspaceReference } from '../../shared/accounts/index.js'
import type { AuthRequest } from '../endpoint.js'

/** The workspace that the request names, in order of precedence: path id, `workspaceId`, path slug, `projectSlug`. Null without any. */
export function requestedWorkspace({ params, query }: Pick<AuthRequest, 'params' | 'query'>): WorkspaceReference | null {
  const name = params.idOrSlug || last(query, 'workspaceId') || params.slug || last(query, 'projectSlug')
  if (!name) return null
  // PostgreSQL text cannot contain NUL: look up a slug that does not exist instead.
  if (name.includes('\0')) return { id: null, slug: '' }
  return name.startsWith('ws_') ? { id: name, slug: null } : { id: null, slug: name.toLowerCase() }
}

const last = (query: URLSearchParams, name: string) => query.getAll(name).at(-1)
