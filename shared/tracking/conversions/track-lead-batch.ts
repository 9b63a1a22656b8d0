/** Records ordinary leads of concurrent requests in one transaction: requests that arrive meanwhile form the next batch. */
import { hasWebhookFor, type InWorkspace } from '../../accounts/index.js'
import {
  type Customer,
  deleteCustomersQuery,
  hasMissingFields,
  insertCustomersQuery,
  lockCustomersQuery,
  newCustomerRow,
  readCustomers,
} from '../../customers/index.js'
import { pipelinedTransaction } from '../../kernel/db/pipelined-transaction.js'
import type { SqlQuery } from '../../kernel/db/prepared-query.js'
import { isClickId } from '../../kernel/ids.js'
import { insertOutboxQuery, outboxRow } from '../../kernel/queue/outbox.js'
import { type Credit, creditNamedClick } from '../attribution/credit-lead.js'
import { ensureEventPartition } from '../event-partitions.js'
import type { TrackedLead, TrackLead } from './conversion-input.schema.js'
import type { LeadRow } from './conversion.queries.js'
import { type ClickWithLink, customerOfClick } from './customer-of-click.js'
import { leadRecorded } from './events.js'
import { findClicksWithLinks } from './find-clicks-with-links.js'
import { insertLeadQueries, type LeadFacts, leadFactsQuery } from './lead-batch.queries.js'
import { presentLead } from './present-conversion.js'
import { eventSlug, leadRecordedPayload, leadRows } from './record-lead.js'
import { type BatchedRequest, batchRequests, customerKey, distinctBy, notifyOutbox } from './track-batch.js'

type LeadRequest = BatchedRequest<TrackLead, TrackedLead>

/** Returns null, without recording anything, if the lead needs a transaction of its own. */
export async function trackLeadInBatch(scope: InWorkspace, input: TrackLead): Promise<TrackedLead | null> {
  if (!isOrdinary(scope, input)) return null
  const request: LeadRequest = { scope, input, workspaceId: scope.workspace.id, externalId: input.customerExternalId, result: null }
  await batchOf(scope.pool).add(request)
  return request.result
}

/** Whether the lead names its click, is credited to it and is published to no webhook. */
const isOrdinary = (scope: InWorkspace, { clickId, mode }: TrackLead) =>
  isClickId(clickId) && mode !== 'deferred' && scope.workspace.attributionModel === 'last_click' && !hasWebhookFor(scope, 'lead.created')

const batchOf = batchRequests(trackTogether)

interface CreditableLead {
  request: LeadRequest
  workspaceId: string
  externalId: string
  /** Normalized name of the event. */
  event: string
  found: ClickWithLink
  newCustomer: ReturnType<typeof newCustomerRow>
}

async function trackTogether(requests: LeadRequest[]): Promise<void> {
  const [{ scope }] = requests as [LeadRequest]
  const leads = await findCreditable(distinctBy(requests, customerKey))
  if (leads.length === 0) return
  await ensureEventPartition(scope.pool, 'lead_events', scope.now())
  const newCustomers = leads.map(({ newCustomer }) => newCustomer)
  let answers: Answer[] = []
  await pipelinedTransaction(
    scope.pool,
    [lockCustomersQuery(leads), insertCustomersQuery(newCustomers), leadFactsQuery(leads)],
    ([locked = [], inserted = [], facts = []]) => {
      const customers = new Map(readCustomers([...locked, ...inserted]).map((customer) => [customerKey(customer), customer]))
      answers = leads.flatMap((lead, index) => decide(lead, customers.get(customerKey(lead)), facts[index] as LeadFacts))
      return writesOf(answers, readCustomers(inserted))
    },
  )
  for (const { lead, result } of answers) lead.request.result = result
  if (answers.some(({ rows }) => rows.length > 0)) notifyOutbox(scope)
}

/** The leads whose click and link exist; the others are refused, or their clicks are not ingested yet. */
async function findCreditable(requests: readonly LeadRequest[]): Promise<CreditableLead[]> {
  const [{ scope }] = requests as [LeadRequest]
  const clicks = await findClicksWithLinks(scope, [...new Set(requests.map(({ input }) => input.clickId))])
  return requests.flatMap((request) => {
    const { input, workspaceId, externalId } = request
    const found = clicks.get(input.clickId)
    if (found?.click.workspace_id !== workspaceId) return []
    const newCustomer = newCustomerRow(workspaceId, customerOfClick(input, found), request.scope.now())
    return [{ request, workspaceId, externalId, event: eventSlug(input.eventName), found, newCustomer }]
  })
}

interface Answer {
  lead: CreditableLead
  result: TrackedLead
  /** Empty if the lead was recorded before. */
  rows: LeadRow[]
}

/** No answer if the customer is locked by another transaction, needs an update, or the rule does not credit the named click. */
function decide(lead: CreditableLead, customer: Customer | undefined, facts: LeadFacts): Answer[] {
  const { request, found, newCustomer } = lead
  const { scope, input } = request
  if (!customer || facts.isMerged) return []
  if (facts.isClaimed) return [{ lead, result: presentLead(input.clickId, null, customer), rows: [] }]
  if (customer.id !== newCustomer.id && hasMissingFields(customer, newCustomer)) return []
  const at = scope.now()
  const credit = creditNamedClick(facts, at, { ...found, isNamed: true })
  return credit
    ? [{ lead, result: presentLead(input.clickId, credit.link, customer, credit), rows: rowsOf(input, customer, credit, at) }]
    : []
}

const rowsOf = ({ eventName, eventQuantity, metadata }: TrackLead, customer: Customer, credit: Credit, at: Date) =>
  leadRows({ customer, credit, eventName, quantity: eventQuantity ?? 1, metadata, at })

function writesOf(answers: readonly Answer[], inserted: readonly Customer[]): SqlQuery[] {
  const recorded = answers
    .filter(({ rows }) => rows.length > 0)
    .map(({ lead: { workspaceId, event }, rows }) => ({ workspaceId, event, rows }))
  const used = new Set(recorded.flatMap(({ rows }) => rows.map(({ customer_id: id }) => id)))
  const unused = inserted.filter(({ id }) => !used.has(id)).map(({ id }) => id)
  const events = recorded.map(({ workspaceId, rows }) => outboxRow(leadRecorded, leadRecordedPayload(workspaceId, rows), workspaceId))
  return [
    ...(unused.length > 0 ? [deleteCustomersQuery(unused)] : []),
    ...(recorded.length > 0 ? [insertOutboxQuery(events), ...insertLeadQueries(recorded)] : []),
  ]
}
