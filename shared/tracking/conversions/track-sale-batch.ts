/** Records ordinary sales of concurrent requests in one transaction: requests that arrive meanwhile form the next batch. */
import { hasWebhookFor, type InWorkspace } from '../../accounts/index.js'
import { type Customer, lockCustomersQuery, readCustomers } from '../../customers/index.js'
import { pipelinedTransaction } from '../../kernel/db/pipelined-transaction.js'
import { insertOutboxQuery, outboxRow } from '../../kernel/queue/outbox.js'
import { saleRule } from '../attribution/credit.js'
import { type ConvertedMoney, toDollars } from '../currencies/to-dollars.js'
import type { ClickRow } from '../enrich-click.js'
import { ensureEventPartition } from '../event-partitions.js'
import type { TrackedSale, TrackSale } from './conversion-input.schema.js'
import type { SaleRow } from './conversion.queries.js'
import { saleRecorded } from './events.js'
import { presentSale } from './present-conversion.js'
import { toConversion } from './record-lead.js'
import { saleRecordedPayload, saleRow } from './record-sale.js'
import { insertSaleQueries, type SaleFacts, saleFactsQuery } from './sale-batch.queries.js'
import { type BatchedRequest, batchRequests, customerKey, distinctBy, notifyOutbox } from './track-batch.js'

interface SaleRequest extends BatchedRequest<TrackSale, TrackedSale> {
  money: ConvertedMoney
  leadName: string | null
  invoiceId: string | null
}

/** Returns null, without recording anything, if the sale needs a transaction of its own. */
export async function trackSaleInBatch(scope: InWorkspace, input: TrackSale): Promise<TrackedSale | null> {
  if (!isOrdinary(scope, input)) return null
  const money = await toDollars(scope, input).catch(() => null)
  if (!money) return null // refused where the other checks are made, in their order
  const request: SaleRequest = {
    scope,
    input,
    workspaceId: scope.workspace.id,
    externalId: input.customerExternalId,
    leadName: input.leadEventName || null,
    invoiceId: input.invoiceId,
    money,
    result: null,
  }
  await batchOf(scope.pool).add(request)
  return request.result
}

/** Whether the sale is recorded, credited to the latest lead and published to no webhook. */
const isOrdinary = (scope: InWorkspace, { amount }: TrackSale) =>
  amount > 0 && scope.workspace.attributionModel === 'last_click' && !hasWebhookFor(scope, 'sale.created')

const batchOf = batchRequests(trackTogether)

const invoiceKey = ({ workspaceId, invoiceId }: SaleRequest) => (invoiceId === null ? null : `${workspaceId} ${invoiceId}`)

async function trackTogether(requests: SaleRequest[]): Promise<void> {
  const [{ scope }] = requests as [SaleRequest]
  const sales = distinctBy(distinctBy(requests, customerKey), invoiceKey)
  await ensureEventPartition(scope.pool, 'sale_events', scope.now())
  let answers: Answer[] = []
  await pipelinedTransaction(scope.pool, [lockCustomersQuery(sales), saleFactsQuery(sales)], ([locked = [], facts = []]) => {
    const customers = new Map(readCustomers(locked).map((customer) => [customerKey(customer), customer]))
    answers = sales.flatMap((sale, index) => decide(sale, customers.get(customerKey(sale)), facts[index] as SaleFacts))
    return answers.length > 0 ? [insertOutboxQuery(eventsOf(answers)), ...insertSaleQueries(answers)] : []
  })
  for (const { request, customer, row } of answers) request.result = presentSale(row, customer)
  if (answers.length > 0) notifyOutbox(scope)
}

interface Answer {
  request: SaleRequest
  workspaceId: string
  customer: Customer
  row: SaleRow
}

/** No answer if the customer is unknown, locked by another transaction or without a lead, or if the sale was recorded before. */
function decide(request: SaleRequest, customer: Customer | undefined, facts: SaleFacts): Answer[] {
  const { scope, input, money, leadName, workspaceId } = request
  const { model, isClaimed, isFirst, isCreditable, ...click } = facts
  if (!customer || model !== 'last_click' || isClaimed || !isCreditable) return []
  const conversion = toConversion(click satisfies ClickRow, customer.id, scope.now())
  const event = { ...conversion, attributed_by: saleRule({ model }, leadName, click.link_id) }
  return [{ request, workspaceId, customer, row: saleRow(event, input, money, isFirst) }]
}

const eventsOf = (answers: readonly Answer[]) =>
  answers.map(({ workspaceId, row }) => outboxRow(saleRecorded, saleRecordedPayload(workspaceId, row), workspaceId))
