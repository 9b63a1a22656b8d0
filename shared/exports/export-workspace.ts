/** Exports a workspace as a ZIP archive: a CSV file for each table, the files that rows name, and a manifest. */
import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import {
  type BackgroundOperation,
  runInSteps,
  serializeZipEntry,
  startBackgroundOperation,
  storeResultFileJob,
  zipContentType,
} from '../background-operations/index.js'
import { csvLine } from '../kernel/csv.js'
import { openFileStore } from '../kernel/open-file-store.js'
import type { JobScope } from '../kernel/scope.js'
import { openPassword } from '../links/index.js'
import { activeEventDatabase } from '../tracking/index.js'
import { archiveClicksAfter } from './archive-clicks.js'
import { archiveColumns, type ArchiveColumn, archiveRowsAfter, fileNamesAfter } from './archive-rows.queries.js'
import { archiveTables } from './archive-tables.js'
import { exportWorkspaceJob } from './jobs.js'
import { filesFolder, type Manifest, manifestFile, manifestOf } from './manifest.js'

/** Rows per step. */
const batchSize = 1000
/** Names that are looked for at once, which reads all tables with files. They are kept in the cursor. */
const namesPerSearch = 200

const cursorSchema = z.object({
  /** Index of the next table; the files and the manifest follow the last one. */
  table: z.number(),
  /** The key of the last row, or the name of the last file. */
  after: z.array(z.string()).nullable(),
  /** Names of the next files. */
  files: z.array(z.string()).default([]),
  /** Rows of each table so far. */
  counts: z.array(z.number()),
})
type Cursor = z.infer<typeof cursorSchema>
const firstCursor: Cursor = { table: 0, after: null, files: [], counts: [] }

/** Starts the export. The file contains everything that owners can read, so only they may start and download it, without a scoped key. */
export const exportWorkspace = (scope: WorkspaceScope) =>
  startBackgroundOperation(scope, {
    type: 'workspaces.export',
    permission: 'workspaces.export',
    contract: exportWorkspaceJob,
    result: { contentType: zipContentType, fileName: `${scope.workspace.slug}.zip` },
    containsPersonalData: true,
  })

/** Each step adds rows of one table, in the order of their key. Rows that are created meanwhile may be missing. */
export async function runWorkspaceExport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportWorkspaceJob, payload, (requester, operation) => {
    const cursor = operation.cursor === null ? firstCursor : cursorSchema.parse(JSON.parse(operation.cursor))
    if (cursor.table < archiveTables.length) return addRows(requester, cursor)
    const [name, ...files] = cursor.files
    return name === undefined ? findFiles(requester, operation, cursor) : addFile(requester, name, { ...cursor, after: [name], files })
  })
}

async function addRows(scope: WorkspaceScope, { table: index, after, counts }: Cursor) {
  const table = archiveTables[index] as (typeof archiveTables)[number]
  const columns = await archiveColumns(scope, table)
  const isInClickHouse = table.name === 'clicks' && (await activeEventDatabase(scope)) === 'clickhouse'
  const { rows, next } = isInClickHouse
    ? await archiveClicksAfter(scope, columns, { after, size: batchSize })
    : await archiveRowsAfter(scope, scope.workspace.id, { table, columns }, { after, size: batchSize })
  const header = after === null ? csvLine(columns.map(({ name }) => name)) : ''
  const text = header + rows.map((row) => csvLine(portableCells(scope, columns, row), { marksEmptyTexts: true })).join('')
  const cursor: Cursor = {
    table: next === null ? index + 1 : index,
    after: next,
    files: [],
    counts: [...counts.slice(0, index), (counts[index] ?? 0) + rows.length],
  }
  return {
    isLast: false,
    done: rows.length,
    cursor: JSON.stringify(cursor),
    result: serializeZipEntry({ name: `${table.name}.csv`, text }),
  }
}

/** Finds the names of the next files; adds the manifest after the last one. */
async function findFiles(scope: JobScope & WorkspaceScope, operation: BackgroundOperation, cursor: Cursor) {
  const files = await fileNamesAfter(scope, scope.workspace.id, cursor.after?.[0] ?? '', namesPerSearch)
  return files.length === 0
    ? addManifest(scope, operation, cursor.counts)
    : { isLast: false, done: 0, cursor: JSON.stringify({ ...cursor, files } satisfies Cursor) }
}

/** A file that is missing in the store is left out. */
async function addFile(scope: WorkspaceScope, name: string, next: Cursor) {
  const body = await openFileStore(scope.config).read(name)
  return {
    isLast: false,
    done: 0,
    cursor: JSON.stringify(next),
    ...(body && { result: serializeZipEntry({ name: filesFolder + name, base64: body.toString('base64') }) }),
  }
}

async function addManifest(scope: JobScope & WorkspaceScope, operation: BackgroundOperation, counts: readonly number[]) {
  const tables: Manifest['tables'] = []
  for (const [index, table] of archiveTables.entries()) {
    const columns = await archiveColumns(scope, table)
    tables.push({ table: table.name, rows: counts[index] ?? 0, columns: columns.map(({ name }) => name) })
  }
  scope.enqueue(storeResultFileJob, { operationId: operation.id })
  const text = JSON.stringify(manifestOf(scope, tables), null, 2)
  return { isLast: true, done: 0, result: serializeZipEntry({ name: manifestFile, text }) }
}

const numeric = /^(smallint|integer|bigint|numeric)/

/** Numbers stay numbers, so that spreadsheets calculate with them. Passwords are opened: they are encrypted for this installation. */
function portableCells(
  scope: WorkspaceScope,
  columns: readonly ArchiveColumn[],
  row: readonly (string | null)[],
): (string | number | null)[] {
  const id = row[columns.findIndex(({ name }) => name === 'id')] ?? ''
  return columns.map(({ name, type }, index) => {
    const text = row[index] ?? null
    if (text === null) return null
    if (name === 'sealed_password') return openPassword(scope, { id, sealedPassword: text })
    return numeric.test(type) && String(Number(text)) === text ? Number(text) : text
  })
}
