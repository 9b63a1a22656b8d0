/** Runs an import. Pages are requested outside transactions; each is stored in one transaction together with the cursor of the next. */
import type { z } from 'zod'
import { Workspace, type WorkspaceScope } from '../accounts/index.js'
import { type BackgroundOperation, runInSteps, type StepResult } from '../background-operations/index.js'
import { ServiceError } from '../kernel/errors.js'
import { extendScope, inTransaction, type JobScope } from '../kernel/scope.js'
import { hours, minutes, seconds } from '../kernel/time.js'
import { openCredential } from './credential.js'
import { endlessList, providerWaitedFor } from './errors.js'
import { fetchPages, fetchTotal, type Source } from './fetch-page.js'
import { finishImport } from './finish-import.js'
import { importPage, type ImportOptions } from './import-page.js'
import { findRunningImport, type RunningImport } from './import.queries.js'
import { runImportJob } from './jobs.js'
import { type Page, providerOf, type SourceOptions } from './providers/index.js'
import { firstLookup, isLookup, lookUpCustomers, type OpenStripeCustomers, storeLookup } from './stripe-customers.js'

/** Shorter than the timeout of the job: the import continues in another job, so that others get a turn. */
const timeSliceMs = minutes(4)
const lastTryMs = seconds(10)
/** How long an import waits for a provider that refuses or delays all requests. Longer than limits per hour. */
const maxWaitHours = 12

/** Stops the steps, so that a page is requested outside their transaction. */
class PageNeeded extends Error {}

interface FetchedPage {
  cursor: string | null
  store(requester: WorkspaceScope, operation: BackgroundOperation): Promise<StepResult>
}

export async function runImport(
  scope: JobScope,
  { operationId, waitingSince }: z.infer<typeof runImportJob.payload>,
  openStripe: OpenStripeCustomers,
): Promise<void> {
  const payload = { operationId }
  const since = waitingSince ?? scope.now().toISOString()
  const isLastTry = scope.now().getTime() - Date.parse(since) > hours(maxWaitHours)
  const deadline = performance.now() + (isLastTry ? lastTryMs : timeSliceMs)
  for (let isWaiting = true; ; isWaiting = false) {
    const running = await findRunningImport(scope, operationId)
    if (!running) break
    const fetched = await fetchNext(scope, running, deadline, openStripe)
    if (fetched === null && !(isWaiting && isLastTry)) {
      await inTransaction(scope, async () => scope.enqueue(runImportJob, isWaiting ? { operationId, waitingSince: since } : payload))
      return
    }
    const store = fetched ?? (() => Promise.reject(providerWaitedFor(providerOf(running.provider).title, maxWaitHours)))
    await storePage(scope, payload, { cursor: running.cursor, store })
  }
  await finishImport(scope, payload)
}

/** Fetches the page at the cursor of the import and returns how it is stored; null when the deadline passes first. */
async function fetchNext(
  scope: JobScope,
  running: RunningImport,
  deadline: number,
  openStripe: OpenStripeCustomers,
): Promise<FetchedPage['store'] | null> {
  const { id, cursor, provider } = running
  const source = sourceOf(scope, running)
  const openCustomers = async () =>
    openStripe(extendScope(scope, { workspace: await scope.em.findOneOrFail(Workspace, running.workspaceId) }))
  if (isLookup(cursor)) {
    if (performance.now() > deadline) return null
    const find = await openCustomers()
    const lookup = find ? await lookUpCustomers(scope, id, cursor, find) : { found: [], next: null }
    return (requester, operation) => storeLookup(requester, lookup, operation)
  }
  const total = cursor === null ? await fetchTotal(scope, source, deadline) : undefined
  const fetched = await fetchPages(scope, { ...source, cursor }, deadline)
  if (fetched === null) return null
  if (fetched instanceof ServiceError) return () => Promise.reject(fetched)
  if (cursor !== null && fetched.next === cursor) return () => Promise.reject(endlessList(source.provider.title))
  const page = { ...chosenRows(fetched, source.options), ...(total === undefined ? {} : { total }) }
  const { dryRun } = running.payload.options as ImportOptions
  const hasLookup = page.next === null && providerOf(provider).needsProgram && !dryRun && (await openCustomers()) !== null
  return (requester, operation) => storeRows(requester, operation, running, { ...page, next: hasLookup ? firstLookup : page.next })
}

async function storeRows(
  requester: WorkspaceScope,
  operation: BackgroundOperation,
  { id: importId, provider: source }: RunningImport,
  page: Page,
): Promise<StepResult> {
  const options = operation.payload.options as ImportOptions
  const first = operation.done + operation.failed
  const { ownDomains } = providerOf(source)
  const { done, errors } = await importPage(requester, { importId, source, ownDomains, options, page, first })
  const isLast = page.next === null
  const seen = first + done + errors.length
  // The totals of a source leave out some kinds of objects.
  const known = page.total ?? operation.total
  const total = known === null ? {} : { total: isLast ? seen : Math.max(known, seen) }
  return { isLast, done, errors, cursor: page.next, ...total }
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
async function storePage(scope: JobScope, payload: { operationId: string }, { cursor, store }: FetchedPage): Promise<void> {
  let isStored = false
  try {
    await runInSteps(scope, runImportJob, payload, async (requester, operation): Promise<StepResult> => {
      if (isStored || operation.cursor !== cursor) throw new PageNeeded()
      const result = await store(requester, operation)
      isStored = true
      return result
    })
  } catch (error) {
    if (!(error instanceof PageNeeded)) throw error
  }
}
