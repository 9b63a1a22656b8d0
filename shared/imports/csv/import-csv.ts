/** Imports links from a CSV file. Its rows are the elements of a background operation, which are processed concurrently in parts. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { type RunOnce, runInParts, startBackgroundOperation } from '../../background-operations/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { splitCsv } from '../../kernel/split-csv.js'
import { requireFolder, tablesOfLinks } from '../../links/index.js'
import { emptyFile } from '../errors.js'
import { finishImport } from '../finish-import.js'
import { importPage, type ImportOptions } from '../import-page.js'
import { insertImport } from '../import.queries.js'
import { importCsvJob } from '../jobs.js'
import { type CsvMapping, type CsvRow, linkOfRow, readCsvRow, requireColumns } from './columns.js'
import type { StartCsvImport } from './csv-import.schema.js'

/** Starts the import of the links of a file, which is stored as it arrives. */
export async function startCsvImport(scope: WorkspaceScope, input: StartCsvImport, texts: AsyncIterable<string>, runOnce?: RunOnce) {
  const { dryRun, folderId, importTags, addDomains, overwrite, domains = {}, ...mapping } = input
  if (folderId !== undefined) await requireFolder(scope, folderId, 'folders.links.write')
  const id = newId('imp_', scope.now().getTime())
  const options: ImportOptions = { dryRun, folderId, importTags, addDomains, domains, overwrite }
  return startBackgroundOperation(
    scope,
    {
      type: dryRun ? 'imports.preview' : 'imports.run',
      permission: 'links.write',
      contract: importCsvJob,
      payload: { importId: id, options },
      onStarted: (operationId) => insertImport(scope, { id, provider: 'csv', dryRun, operationId, credential: null }),
    },
    rowsOf(texts, mapping),
    runOnce ?? ((work) => inTransaction(scope, work)),
  )
}

/** The mapped rows as JSON texts. Throws for a file whose first line lacks a column. */
async function* rowsOf(texts: AsyncIterable<string>, mapping: CsvMapping): AsyncGenerator<string[]> {
  const splitter = splitCsv()
  let columns: ReturnType<typeof requireColumns> | null = null
  const rows = (records: string[][]) => {
    const first = columns ? undefined : records.shift()
    if (first) columns = requireColumns(first, mapping)
    return records.map((record) => JSON.stringify(readCsvRow(columns ?? {}, record)))
  }
  for await (const text of texts) yield rows(splitter.push(text))
  yield rows(splitter.end())
  if (!columns) throw emptyFile()
}

export async function runCsvImport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  const job = { contract: importCsvJob, tables: [...tablesOfLinks, 'imported_links'] }
  await runInParts(scope, job, payload, async (requester, elements, first, operation) => {
    const read = (elements as CsvRow[]).map(linkOfRow)
    const { importId, options } = operation.payload as { importId: string; options: ImportOptions }
    const links = read.map((link) => (link instanceof ServiceError ? null : link))
    const { done, errors } = await importPage(requester, {
      importId,
      source: 'csv',
      ownDomains: [],
      options,
      page: { kind: 'link', rows: links, next: null },
      first,
    })
    return {
      done,
      errors: errors.map((error) => {
        const unread = read[error.index - first]
        return unread instanceof ServiceError
          ? { ...error, element: elements[error.index - first], error: unread.message, code: unread.code }
          : error
      }),
    }
  })
  await finishImport(scope, payload)
}
