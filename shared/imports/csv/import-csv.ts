/** Imports from a CSV file. Its rows are the elements of a background operation, which are processed concurrently in parts. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { type RunOnce, runInParts, startBackgroundOperation } from '../../background-operations/index.js'
import { newId } from '../../kernel/ids.js'
import type { JobScope } from '../../kernel/scope.js'
import { splitCsv } from '../../kernel/split-csv.js'
import { requireFolder, tablesOfLinks } from '../../links/index.js'
import { requireDefaultProgram } from '../../partners/index.js'
import { emptyFile, rowsMissing } from '../errors.js'
import { finishImport } from '../finish-import.js'
import { importPage, type ImportOptions } from '../import-page.js'
import { insertImport } from '../import.queries.js'
import { importCsvJob } from '../jobs.js'
import type { Rows } from '../providers/provider.js'
import { type CsvColumns, type CsvKind, type CsvMapping, type CsvRow, readCsvRow, requireColumns } from './columns.js'
import type { StartCsvImport, StartPartnersCsvImport } from './csv-import.schema.js'
import { isRefused, nameOfRow, readRowOf } from './rows.js'

/** Starts the import of the links of a file, which is stored as it arrives. */
export async function startCsvImport(scope: WorkspaceScope, input: StartCsvImport, texts: AsyncIterable<string>, runOnce?: RunOnce) {
  const { dryRun, folderId, importTags, addDomains, overwrite, defaultDomain, domains = {}, ...mapping } = input
  if (folderId !== undefined) await requireFolder(scope, folderId, 'folders.links.write')
  const options = { dryRun, folderId, importTags, addDomains, domains, overwrite }
  return start(scope, { kind: 'links', options, mapping, defaultDomain }, texts, runOnce)
}

/** Starts the import of the partners of a file into the program of the workspace. */
export async function startPartnersCsvImport(
  scope: WorkspaceScope,
  { dryRun, ...mapping }: StartPartnersCsvImport,
  texts: AsyncIterable<string>,
  runOnce?: RunOnce,
) {
  await requireDefaultProgram(scope)
  const options = { dryRun, importTags: false, addDomains: false, domains: {}, overwrite: false }
  return start(scope, { kind: 'partners', options, mapping }, texts, runOnce)
}

interface NewCsvImport {
  kind: CsvKind
  options: ImportOptions
  mapping: CsvMapping
  defaultDomain?: string | undefined
}

function start(scope: WorkspaceScope, input: NewCsvImport, texts: AsyncIterable<string>, runOnce?: RunOnce) {
  const { kind, options, mapping, defaultDomain } = input
  const { dryRun } = options
  const id = newId('imp_', scope.now().getTime())
  return startBackgroundOperation(
    scope,
    {
      type: dryRun ? 'imports.preview' : 'imports.run',
      permission: kind === 'links' ? 'links.write' : 'groups.write',
      contract: importCsvJob,
      payload: { importId: id, source: 'csv', options, kind, defaultDomain: defaultDomain ?? scope.config.shortDomain },
      onStarted: (operationId) => insertImport(scope, { id, provider: 'csv', dryRun, operationId, credential: null }),
    },
    rowsOf(texts, kind, mapping),
    runOnce,
  )
}

/** The mapped rows as JSON texts. Throws for a file without rows, or whose first line lacks a column. */
async function* rowsOf(texts: AsyncIterable<string>, kind: CsvKind, mapping: CsvMapping): AsyncGenerator<string[]> {
  const splitter = splitCsv()
  let [columns, hasRows] = [null as CsvColumns | null, false]
  const rows = (records: string[][]) => {
    const first = columns ? undefined : records.shift()
    if (first) columns = requireColumns(kind, first, mapping)
    hasRows ||= records.length > 0
    return records.map((record) => JSON.stringify(readCsvRow(columns ?? {}, record)))
  }
  for await (const text of texts) yield rows(splitter.push(text))
  yield rows(splitter.end())
  if (!columns) throw emptyFile()
  if (!hasRows) throw rowsMissing()
}

type CsvPayload = {
  importId: string
  options: ImportOptions
  kind: CsvKind
  defaultDomain: string
}

export async function runCsvImport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  const job = { contract: importCsvJob, tables: [...tablesOfLinks, 'imported_links'] }
  await runInParts(scope, job, payload, async (requester, elements, first, operation) => {
    const { importId, options, kind, defaultDomain } = operation.payload as CsvPayload
    const rows = elements as CsvRow[]
    const read = rows.map((row) => readRowOf[kind](row, defaultDomain))
    const page = {
      kind: kind === 'links' ? 'link' : 'partner',
      rows: read.map((row) => (isRefused(row) ? null : row)),
      next: null,
    } as Rows & {
      next: null
    }
    const { done, errors } = await importPage(requester, { importId, source: 'csv', ownDomains: [], options, page, first })
    return {
      done,
      errors: errors.map((error) => {
        const [unread, row] = [read[error.index - first], rows[error.index - first]]
        return isRefused(unread) && row
          ? { ...error, element: { ...row, entity: page.kind, id: nameOfRow(row) }, error: unread.message, code: unread.code }
          : error
      }),
    }
  })
  await finishImport(scope, payload)
}
