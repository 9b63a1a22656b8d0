/** Runs an import. Pages are requested outside transactions; each is stored in one transaction together with the cursor of the next. */
import { runInSteps, type StepResult } from '../background-operations/index.js'
import { ServiceError } from '../kernel/errors.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { minutes } from '../kernel/time.js'
import { openCredential } from './credential.js'
import { fetchPage, fetchTotal, type Source } from './fetch-page.js'
import { finishImport } from './finish-import.js'
import { importPage, type ImportOptions } from './import-page.js'
import { findRunningImport, type RunningImport } from './import.queries.js'
import { runImportJob } from './jobs.js'
import { type Page, providerOf, type SourceOptions } from './providers/index.js'

/** Shorter than the timeout of the job: the import continues in another job, so that others get a turn. */
const timeSliceMs = minutes(4)

/** Stops the steps, so that a page is requested outside their transaction. */
class PageNeeded extends Error {}

interface FetchedPage {
  cursor: string | null
  page: Page | ServiceError
}

export async function runImport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  const deadline = performance.now() + timeSliceMs
  for (;;) {
    const running = await findRunningImport(scope, payload.operationId)
    if (!running) break
    const source = sourceOf(scope, running)
    const total = running.cursor === null ? await fetchTotal(scope, source, deadline) : undefined
    const fetched = await fetchPage(scope, { ...source, cursor: running.cursor }, deadline)
    if (fetched === null) {
      await inTransaction(scope, async () => scope.enqueue(runImportJob, payload))
      return
    }
    const page =
      fetched instanceof ServiceError ? fetched : { ...chosenRows(fetched, source.options), ...(total === undefined ? {} : { total }) }
    await storePage(scope, payload, running, { cursor: running.cursor, page })
  }
  await finishImport(scope, payload)
}

/** Links on domains that were not chosen are left out. */
function chosenRows(page: Page, { selectedDomains }: SourceOptions): Page {
  if (page.kind !== 'link' || !selectedDomains) return page
  const chosen = new Set(selectedDomains.map(({ domain }) => domain))
  return { ...page, rows: page.rows.filter((row) => row === null || chosen.has(row.domain)) }
}

function sourceOf({ vault, config }: JobScope, { id, provider: name, credential, payload }: RunningImport): Source {
  const provider = providerOf(name)
  const ownAddress = payload.apiUrl as string | undefined
  const address = ownAddress ?? provider.address?.(config) ?? ''
  const clicksAddress = ownAddress === undefined ? provider.clicks?.address?.(config) : undefined
  return { provider, address, clicksAddress, token: openCredential(vault, id, credential), options: payload.options as SourceOptions }
}

/** Stores the page if the import still waits for it: another worker may have been quicker. */
async function storePage(scope: JobScope, payload: { operationId: string }, running: RunningImport, fetched: FetchedPage): Promise<void> {
  let isStored = false
  try {
    await runInSteps(scope, runImportJob, payload, async (requester, operation): Promise<StepResult> => {
      if (isStored || operation.cursor !== fetched.cursor) throw new PageNeeded()
      const { page } = fetched
      if (page instanceof ServiceError) throw page
      const options = operation.payload.options as ImportOptions
      const first = operation.done + operation.failed
      const { id: importId, provider: source } = running
      const { ownDomains } = providerOf(source)
      const { done, errors } = await importPage(requester, { importId, source, ownDomains, options, page, first })
      isStored = true
      const total = page.total ?? operation.total
      return { isLast: page.next === null, done, errors, cursor: page.next, ...(total === null ? {} : { total }) }
    })
  } catch (error) {
    if (!(error instanceof PageNeeded)) throw error
  }
}
