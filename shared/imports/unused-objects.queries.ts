/** Which imported objects something else uses by now. */
import type { WorkspaceScope } from '../accounts/index.js'
import { arrayLiteral } from '../kernel/db/array-literal.js'

/** The names of those of the domains without links. */
export async function emptyDomains({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows: { id: string; slug: string }[] = await em.execute(
    `select id, slug from domains where workspace_id = ? and id = any (?::text[]) and deleted_at is null
     and not exists (select from links where links.domain = domains.slug and key <> '_root')`,
    [workspace.id, arrayLiteral(ids)],
  )
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Those of the groups without partners. */
export async function emptyGroups({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute(
    `select g.id from partner_groups g join programs on programs.id = g.program_id and programs.workspace_id = ?
     where g.id = any (?::text[]) and not exists (select from enrolments where group_id = g.id)`,
    [workspace.id, arrayLiteral(ids)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Those of the tags without links. */
export async function unusedTags({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select id from tags where workspace_id = ? and id = any (?::text[]) and not exists (select from link_tags where tag_id = tags.id)`,
    [workspace.id, arrayLiteral(ids)],
  )
  return rows.map(({ id }) => id)
}

export async function customersWithSales({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute(
    'select id from customers where workspace_id = ? and id = any (?::text[]) and sales <> 0',
    [workspace.id, arrayLiteral(ids)],
  )
  return new Set(rows.map(({ id }) => id))
}
