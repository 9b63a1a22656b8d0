import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import type { ImportCounts } from './import-kinds.js'
import type { ProviderName, SourceName } from './providers/index.js'

export interface ImportRow {
  id: string
  workspaceId: string
  provider: SourceName
  dryRun: boolean
  operationId: string | null
  credential: string | null
  links: number
  /** Created objects of other kinds, by kind. */
  objects: Record<string, number>
  counts: ImportCounts
  openingClicks: number
  createdAt: Date
  finishedAt: Date | null
  undoneAt: Date | null
}

const columns = `id, workspace_id as "workspaceId", provider, dry_run as "dryRun", operation_id as "operationId", credential,
  created_at as "createdAt", finished_at as "finishedAt", undone_at as "undoneAt", links, opening_clicks as "openingClicks", objects, counts`
// Links that were transferred since belong to another workspace.
const withCounts = `imports cross join lateral (select count(*)::int as links, coalesce(sum(opening_clicks), 0)::float8 as opening_clicks
  from imported_links join links on links.id = link_id and links.workspace_id = imports.workspace_id where import_id = imports.id) counts
  cross join lateral (select coalesce(jsonb_object_agg(kind, count), '{}') as objects from (select kind, count(*)::int as count
    from imported_objects where import_id = imports.id and is_new and kind <> 'link' group by kind) as kinds) created`

export async function insertImport(
  { em, workspace, actor, now }: WorkspaceScope,
  row: Pick<ImportRow, 'id' | 'provider' | 'dryRun' | 'operationId' | 'credential'>,
): Promise<void> {
  await em.execute(
    `insert into imports (id, workspace_id, user_id, provider, dry_run, operation_id, credential, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [row.id, workspace.id, actor.user.id, row.provider, row.dryRun, row.operationId, row.credential, now()],
  )
}

export async function listImportRows({ pool, workspace }: WorkspaceScope, skip: number, size: number): Promise<ImportRow[]> {
  const { rows } = await pool.query<ImportRow>(
    `select ${columns} from ${withCounts} where workspace_id = $1 order by id desc offset $2 limit $3`,
    [workspace.id, skip, size],
  )
  return rows
}

export async function findImportRow({ pool, workspace }: WorkspaceScope, id: string): Promise<ImportRow | null> {
  const { rows } = await pool.query<ImportRow>(`select ${columns} from ${withCounts} where id = $1 and workspace_id = $2`, [
    id,
    workspace.id,
  ])
  return rows[0] ?? null
}

export async function importCountsOf({ em }: Scope, id: string): Promise<ImportCounts> {
  const rows: { counts: ImportCounts }[] = await em.execute('select counts from imports where id = ?', [id])
  return rows[0]?.counts ?? {}
}

/** Locks the row of the import until the end of the transaction. */
export async function addImportCounts({ em }: Scope, id: string, counts: ImportCounts): Promise<void> {
  const rows = Object.entries(counts).map(([kind, count]) => ({ kind, ...count }))
  if (rows.length === 0) return
  const sum = (name: string) => `coalesce((counts -> kind ->> '${name}')::int, 0) + ${name}`
  await em.execute(
    `update imports set counts = counts || (select jsonb_object_agg(kind, jsonb_build_object('created', ${sum('created')},
       'existing', ${sum('existing')}, 'refused', ${sum('refused')}))
       from jsonb_to_recordset(?::jsonb) as added (kind text, created int, existing int, refused int)) where id = ?`,
    [JSON.stringify(rows), id],
  )
}

export interface RunningImport {
  id: string
  workspaceId: string
  provider: ProviderName
  credential: string
  payload: Record<string, unknown>
  cursor: string | null
}

/** Null when the operation of the import has ended. */
export async function findRunningImport({ pool }: Scope, operationId: string): Promise<RunningImport | null> {
  const { rows } = await pool.query<RunningImport>(
    `select imports.id, imports.workspace_id as "workspaceId", provider, credential, payload, cursor from imports join background_operations as operation
     on operation.id = imports.operation_id where operation.id = $1 and state in ('waiting', 'active') and credential is not null`,
    [operationId],
  )
  return rows[0] ?? null
}

export interface EndedImport {
  provider: SourceName
  dryRun: boolean
  workspaceId: string
  workspaceName: string
  /** Of the user who started it, or of an owner if that was a key of the workspace. */
  email: string | null
  state: string
  error: string | null
  failed: number
  counts: ImportCounts
}

/** Marks the import of an ended operation as finished and removes its credential. Null if it runs, or was marked before. */
export async function finishImportRow({ em, now }: Scope, operationId: string): Promise<EndedImport | null> {
  const rows: EndedImport[] = await em.execute(
    `update imports set finished_at = ?, credential = null from background_operations as operation, workspaces
     where operation.id = operation_id and operation_id = ? and imports.finished_at is null and workspaces.id = imports.workspace_id
       and state in ('completed', 'failed', 'canceled')
     returning provider, dry_run as "dryRun", imports.workspace_id as "workspaceId", workspaces.name as "workspaceName", state, error, failed, counts,
       (select coalesce((select email from users where id = imports.user_id and not is_machine), (
          select users.email from members join users on users.id = members.user_id
          where members.workspace_id = imports.workspace_id and role = 'owner' and not is_machine and users.email is not null
          order by members.id limit 1))) as email`,
    [now(), operationId],
  )
  return rows[0] ?? null
}

/** Until the end of the transaction no other part of an import adds domains or tags to the workspace, or uses up its quotas. */
export async function lockAdditions({ em, workspace }: WorkspaceScope): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`import additions ${workspace.id}`])
}

export async function usageOfWorkspace({ em, workspace }: WorkspaceScope): Promise<{ linksUsage: number; partnersUsage: number }> {
  const rows: { linksUsage: number; partnersUsage: number }[] = await em.execute(
    'select links_usage::float8 as "linksUsage", partners_usage as "partnersUsage" from workspaces where id = ?',
    [workspace.id],
  )
  return rows[0] ?? workspace
}

/** Of the given domains, those that links of the workspace may use. */
export async function usableDomains({ em, workspace }: WorkspaceScope, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const rows: { slug: string }[] = await em.execute(
    'select slug from domains where slug = any (array[?]::text[]) and (workspace_id = ? or workspace_id is null) and deleted_at is null',
    [slugs, workspace.id],
  )
  return new Set(rows.map(({ slug }) => slug))
}

export async function existingTagNames({ em, workspace }: WorkspaceScope, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows: { name: string }[] = await em.execute(
    'select lower(name) as name from tags where workspace_id = ? and lower(name) = any (array[?]::text[])',
    [workspace.id, names],
  )
  return new Set(rows.map(({ name }) => name))
}

export async function markImportUndone({ em, now }: Scope, importId: string): Promise<void> {
  await em.execute('update imports set undone_at = ? where id = ?', [now(), importId])
}

export interface ImportError {
  index: number
  entity: string
  entityId: string | null
  code: string
  message: string
}

/** Errors of the import after an element, in order. */
export async function importErrorsAfter({ pool }: Scope, operationId: string, after: number, size: number): Promise<ImportError[]> {
  const { rows } = await pool.query<ImportError>(
    `select index, coalesce(element::jsonb ->> 'entity', 'link') as entity,
       coalesce(element::jsonb ->> 'id', element::jsonb ->> 'link') as "entityId", code, error as message from background_operation_errors
     where operation_id = $1 and index > $2 order by index limit $3`,
    [operationId, after, size],
  )
  return rows
}
