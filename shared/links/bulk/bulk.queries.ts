/** SQL over several links that were named. */
import type { WorkspaceScope } from '../../accounts/index.js'

interface NamedLink {
  id: string
  domain: string
  key: string
  lookupKey: string
  folderId: string | null
}

/** Links of the workspace with these ids, or external ids behind `ext_`; locked in the order of their ids. */
export async function linksNamed({ em, workspace }: WorkspaceScope, names: readonly string[]): Promise<NamedLink[]> {
  const external = names.filter((name) => name.startsWith('ext_')).map((name) => name.slice(4).toLowerCase())
  const ids = names.filter((name) => !name.startsWith('ext_'))
  return em.execute(
    `select id, domain, key, lookup_key as "lookupKey", folder_id as "folderId" from links
     where workspace_id = ? and (id = any (?::text[]) or lower(external_id) = any (?::text[])) order by id for update`,
    [workspace.id, arrayText(ids), arrayText(external)],
  )
}

/** Removes links and counts them off. Links used in the period stay used. */
export async function deleteLinkRows({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await em.execute('delete from links where workspace_id = ? and id = any (?::text[])', [workspace.id, arrayText(ids)])
  await em.execute('update workspaces set total_links = greatest(total_links - ?, 0) where id = ?', [ids.length, workspace.id])
}

/** An array as PostgreSQL writes one; the ORM would spread a list over placeholders, which an empty one has none of. */
const arrayText = (texts: readonly string[]) => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
