/** Stores a batch of rows of an archive and reports those that could not be stored. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { ElementError } from '../background-operations/index.js'
import { fileColumn, ownAddress } from '../files/index.js'
import type { CsvRecord } from '../kernel/csv-records.js'
import { inSavepoint } from '../kernel/db/in-savepoint.queries.js'
import { sealPassword } from '../links/index.js'
import { type ClickRow, ensurePartitionsOf, importClicks } from '../tracking/index.js'
import type { ArchiveColumn } from './archive-rows.queries.js'
import { referenceMissing, rowTaken, userNotMember, valueInvalid, valueMissing } from './errors.js'
import { addImportedClicks, type ArchiveRows, insertArchiveRows, matchPartners, userColumns } from './insert-archive-rows.queries.js'

type RowErrors = Omit<ElementError, 'index'>[]

class RowsTaken extends Error {}

export async function importRows(scope: WorkspaceScope, batch: ArchiveRows): Promise<RowErrors> {
  const { table, columns } = batch
  if (table.name === 'clicks') return storeClicks(scope, batch)
  if (table.name === 'lead_events' || table.name === 'sale_events') {
    const timestamps = batch.rows.flatMap((row) => timestampOf(batch, row) ?? [])
    await ensurePartitionsOf(
      scope.pool,
      table.name,
      timestamps.map((timestamp) => ({ timestamp })),
    )
  }
  const rehomed = batch.rows.map((row) =>
    row.map((cell, at) => (isFileCell(columns[at]) && cell !== null ? ownAddress(scope, cell) : cell)),
  )
  const sealed = { ...batch, rows: rehomed.map((row) => sealedRow(scope, batch, row)) }
  if (table.name === 'partners' || table.name === 'partner_platforms') {
    await insertArchiveRows(scope, sealed)
    if (table.name === 'partners') await matchPartners(scope, sealed)
    return []
  }
  const { rows } = sealed
  if (await areStored(scope, sealed)) return []
  const errors: RowErrors = []
  for (const row of rows) {
    const error = await storeRow(scope, { ...sealed, rows: [row] })
    if (error) errors.push(error)
  }
  return errors
}

const isFileCell = (column: ArchiveColumn | undefined) => column !== undefined && fileColumn.test(column.name)

/** False if a row of the batch could not be stored; then none is. */
async function areStored(scope: WorkspaceScope, batch: ArchiveRows): Promise<boolean> {
  try {
    await inSavepoint(scope, async () => {
      if ((await insertArchiveRows(scope, batch)) < batch.rows.length) throw new RowsTaken()
    })
    return true
  } catch (error) {
    if (error instanceof RowsTaken || isDataError(error)) return false
    throw error
  }
}

async function storeRow(scope: WorkspaceScope, batch: ArchiveRows): Promise<RowErrors[number] | null> {
  const element = elementOf(batch, batch.rows[0] ?? [])
  try {
    const count = await inSavepoint(scope, () => insertArchiveRows(scope, batch))
    return count > 0 ? null : { element, error: rowTaken, code: 'conflict' }
  } catch (error) {
    if (!isDataError(error)) throw error
    const users = await userColumns(scope, batch.table.name)
    return { element, error: describeRefusal(error as Refusal, users), code: 'unprocessable_entity' }
  }
}

/** Fields of an error of PostgreSQL. */
interface Refusal {
  code?: string
  column?: string
  detail?: string
}

/** In terms of the archive: the text of the database names constraints and values. */
function describeRefusal({ code, column = '', detail = '' }: Refusal, users: ReadonlySet<string>): string {
  if (code === '23502') return users.has(column) ? userNotMember(column) : valueMissing(column)
  const columns = /^Key \(([^)]+)\)=/.exec(detail)?.[1]
  return code === '23503' && columns !== undefined ? referenceMissing(columns) : valueInvalid
}

/** Violated constraints and values that do not fit their column. */
const isDataError = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '')

const elementOf = ({ table, columns }: ArchiveRows, row: CsvRecord) => ({
  table: table.name,
  ...Object.fromEntries(columns.flatMap(({ name }, index) => (table.key.includes(name) ? [[name, row[index] ?? null]] : []))),
})

function sealedRow(scope: WorkspaceScope, { columns }: ArchiveRows, row: CsvRecord): CsvRecord {
  const at = columns.findIndex(({ name }) => name === 'sealed_password')
  const password = row[at]
  if (at === -1 || password === null || password === undefined) return row
  return row.with(at, sealPassword(scope, row[columns.findIndex(({ name }) => name === 'id')] ?? '', password))
}

/** When the event of the row happened; null if its timestamp is damaged. */
function timestampOf({ columns }: ArchiveRows, row: CsvRecord): Date | null {
  const at = new Date(row[columns.findIndex(({ name }) => name === 'timestamp')] ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

async function storeClicks(scope: WorkspaceScope, batch: ArchiveRows): Promise<RowErrors> {
  const clicks = batch.rows.map((row) => clickOf(scope.workspace.id, batch, row))
  const stored = await importClicks(
    scope,
    scope.workspace.id,
    clicks.flatMap((click) => click ?? []),
  )
  // Links do not have the clicks of deleted ones. As after a click, one without a destination does not count.
  const counted = new Set(clicks.flatMap((click) => (click && click.url !== '' && stored.has(click.id) ? [click.id] : [])))
  await addImportedClicks(scope, counted.size)
  return batch.rows.flatMap((row, index): RowErrors => {
    const click = clicks[index]
    if (click && stored.has(click.id)) return []
    const element = elementOf(batch, row)
    return [click ? { element, error: rowTaken, code: 'conflict' } : { element, error: valueInvalid, code: 'unprocessable_entity' }]
  })
}

function clickOf(workspaceId: string, batch: ArchiveRows, row: CsvRecord): ClickRow | null {
  const timestamp = timestampOf(batch, row)
  if (!timestamp) return null
  const texts = Object.fromEntries(batch.columns.map(({ name }, index) => [name, row[index] ?? '']))
  return {
    ...(texts as Omit<ClickRow, 'workspace_id' | 'timestamp' | 'qr'>),
    workspace_id: workspaceId,
    timestamp,
    qr: texts.trigger === 'qr',
  }
}
