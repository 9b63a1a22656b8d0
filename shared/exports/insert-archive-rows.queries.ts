/** SQL that writes the rows of an archive. Every value is a text that is cast to the type of its column. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { CsvRecord } from '../kernel/csv-records.js'
import { executeBound } from '../kernel/db/execute-bound.js'
import type { Scope } from '../kernel/scope.js'
import type { ArchiveColumn } from './archive-rows.queries.js'
import { type ArchiveTable, archiveTables } from './archive-tables.js'

export interface ArchiveRows {
  operationId: string
  table: ArchiveTable
  columns: readonly ArchiveColumn[]
  rows: readonly CsvRecord[]
}

/** Columns that refer to users by a foreign key. */
export async function userColumns({ em }: Pick<Scope, 'em'>, table: string): Promise<Set<string>> {
  const rows: { name: string }[] = await em.execute(
    `select attname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.conrelid = ?::regclass and k.contype = 'f' and k.confrelid = 'users'::regclass`,
    [table],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Returns the number of inserted rows. Rows with a taken key are left out; users who are no members become null. */
export async function insertArchiveRows(scope: WorkspaceScope, { operationId, table, columns, rows }: ArchiveRows): Promise<number> {
  const { em, workspace } = scope
  const users = await userColumns(scope, table.name)
  const params: unknown[] = []
  const valueOf = ({ name, type }: ArchiveColumn): string => {
    if (table.discarded?.includes(name)) return `cast(null as ${type})`
    const text = `r."${name}"`
    if (users.has(name)) {
      params.push(workspace.id)
      return `(select user_id from members where workspace_id = ? and user_id = ${text})`
    }
    if (/(^|_)partner_id$/.test(name)) {
      params.push(operationId)
      return `(select case when known.partner_id is null then ${text} else known.existing_id end from (values (1)) as one
        left join archived_partners known on known.operation_id = ? and known.partner_id = ${text})`
    }
    return `cast(${text} as ${type})`
  }
  const hasWorkspace = table.owner === 'workspace'
  if (hasWorkspace) params.push(workspace.id)
  const values = [...(hasWorkspace ? ['?'] : []), ...columns.map(valueOf)]
  params.push(recordsOf(columns, rows))
  // A link on a domain of another workspace would take over its addresses. Links of a domain that was being renamed have its former name.
  const allowed =
    table.name === 'links'
      ? 'where exists (select from domains d where r.domain in (d.slug, d.moved_from) and coalesce(d.workspace_id, ?) = ?)'
      : ''
  if (allowed) params.push(workspace.id, workspace.id)
  const inserted = await executeBound(
    em,
    `insert into ${table.name} (${[...(hasWorkspace ? ['workspace_id'] : []), ...columns.map(({ name }) => `"${name}"`)].join(', ')})
     select ${values.join(', ')} from jsonb_to_recordset(?::jsonb) as r(${columns.map(({ name }) => `"${name}" text`).join(', ')})
     ${allowed} on conflict do nothing returning 1`,
    params,
  )
  return inserted.length
}

const recordsOf = (columns: readonly ArchiveColumn[], rows: readonly CsvRecord[]) =>
  JSON.stringify(rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))))

/** Remembers the partners of the archive who exist under another id, or whose id is that of another partner. */
export async function matchPartners({ em }: Pick<Scope, 'em'>, { operationId, columns, rows }: ArchiveRows): Promise<void> {
  await executeBound(
    em,
    `insert into archived_partners (operation_id, partner_id, existing_id)
     select ?, r.id, existing.id from jsonb_to_recordset(?::jsonb) as r(id text, email text)
     left join partners same on same.id = r.id and same.email is not distinct from r.email
     left join partners existing on existing.email = r.email
     where same.id is null on conflict do nothing`,
    [operationId, recordsOf(columns, rows)],
  )
}

/** A table of the archive in which the workspace has rows already. */
export async function tableInUse({ em, workspace }: WorkspaceScope): Promise<string | null> {
  const tables = archiveTables.filter(({ owner }) => owner === 'workspace')
  const rows: { name: string }[] = await em.execute(
    tables.map(({ name }) => `select '${name}' as name where exists (select from ${name} where workspace_id = ?)`).join(' union all '),
    tables.map(() => workspace.id),
  )
  return rows[0]?.name ?? null
}

/** Adds imported clicks to the total of the workspace, in the transaction of their step. */
export async function addImportedClicks({ em, workspace }: WorkspaceScope, clicks: number): Promise<void> {
  await em.execute('update workspaces set total_clicks = total_clicks + ? where id = ?', [clicks, workspace.id])
}

/** Applies the settings of the archive and the counters of the imported rows; clicks are counted with their import. */
export async function finishWorkspace(
  { em, workspace, now }: WorkspaceScope,
  settings: {
    conversionEnabled: boolean
    attributionModel: string
    attributionWindowDays: number | null
    allowedHostnames: string[] | null
    defaultProgramId: string | null
  },
): Promise<void> {
  await em.execute(
    `update workspaces w set conversion_enabled = ?, attribution_model = ?, attribution_window_days = ?, allowed_hostnames = ?::jsonb,
       default_program_id = (select id from programs where id = ? and workspace_id = w.id), total_links = counted.links,
       links_usage = counted.links, partners_usage = (select count(*) from enrolments e
         join programs on programs.id = e.program_id
         where programs.workspace_id = w.id and coalesce(e.status_before_ban, e.status) not in ('pending', 'rejected')), updated_at = ?
     from (select count(*) as links from links where workspace_id = ?) as counted where w.id = ?`,
    [
      settings.conversionEnabled,
      settings.attributionModel,
      settings.attributionWindowDays,
      settings.allowedHostnames === null ? null : JSON.stringify(settings.allowedHostnames),
      settings.defaultProgramId,
      now(),
      workspace.id,
      workspace.id,
    ],
  )
}
