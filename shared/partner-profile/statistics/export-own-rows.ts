/** CSV files of the events, the customers and the earnings of a partner in one program; large ones reach the partner by email. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { eventsQuerySchema, listEventsOfWorkspaces, resolveFilters, resolveTimeRange } from '../../analytics/index.js'
import { csvBatch, csvExport } from '../../background-operations/index.js'
import { csvLine } from '../../kernel/csv.js'
import { extendScope } from '../../kernel/scope.js'
import { Enrolment, Program, programNotFound } from '../../partners/index.js'
import { exportOwnCustomersJob, exportOwnEarningsJob, exportOwnEventsJob } from '../jobs.js'
import type { OwnProgramScope } from '../program-scope.js'
import { exportOwnCustomersQuerySchema, ownCustomersAfter } from './own-customers.js'
import { listOwnEarningsAfter, ownEarningsFilterSchema } from './own-earnings.js'
import { ownEventsQuerySchema, presentOwnEvents } from './own-events.js'

/** Whose rows they are, and the user who gets the file. */
const owner = { programId: z.string(), partnerId: z.string(), userId: z.string() }
interface Owner {
  programId: string
  partnerId: string
  userId: string
}

/** The owner of the rows that a request of a partner exports. */
export const ownerOf = ({ program, partner }: OwnProgramScope, user: { id: string }): Owner => ({
  programId: program.id,
  partnerId: partner.id,
  userId: user.id,
})

/** The scope of the partner, also when a job runs for it. Throws `not_found` if the partner left the program. */
async function scopeOf(scope: WorkspaceScope, { programId, partnerId }: Owner): Promise<OwnProgramScope> {
  const program = await scope.em.findOne(Program, { id: programId, workspaceId: scope.workspace.id })
  const enrolment = program && (await scope.em.findOne(Enrolment, { programId, partnerId }))
  if (!enrolment) throw programNotFound()
  const workspace = { ...scope.workspace, defaultProgramId: programId }
  return extendScope(scope, { workspace, actor: scope.actor, program, enrolment, partner: { id: partnerId } as OwnProgramScope['partner'] })
}

export const exportOwnEventsQuerySchema = ownEventsQuerySchema.omit({ page: true, limit: true })
const ownedEventsQuery = exportOwnEventsQuerySchema.extend(owner)

/** Newest first, as far back as requested. */
export const { start: exportOwnEvents, run: runOwnEventsExport } = csvExport<z.infer<typeof ownedEventsQuery>>({
  type: 'partner.events.export',
  permission: 'analytics.read',
  contract: exportOwnEventsJob,
  query: ownedEventsQuery,
  fileName: 'events.csv',
  containsPersonalData: true,
  recipient: ({ userId, partnerId }) => ({ userId, partnerId }),
  headerLine: () => csvLine(['timestamp', 'event', 'eventName', 'shortLink', 'url', 'country', 'device', 'saleAmount', 'customerEmail']),
  async batch(scope, { userId, programId, partnerId, ...filter }, { after, size }) {
    const own = await scopeOf(scope, { userId, programId, partnerId })
    const query = { ...eventsQuerySchema.parse({ ...filter, partnerId, programId, ...(after && { startingAfter: after }) }), limit: size }
    const { from, to } = resolveTimeRange(own, query, false)
    const selection = { ...(await resolveFilters(own, query)), workspaceIds: [own.workspace.id], from, to }
    const source = { kind: query.event ?? ('clicks' as const), selection, scopeOf: async () => own }
    const events = await listEventsOfWorkspaces(own, source, query)
    const lines = presentOwnEvents(own.enrolment, events).map(
      ({ timestamp, event, eventName, link, country, device, saleAmount, customer }) =>
        csvLine([timestamp, event, eventName, link.shortLink, link.url, country, device, saleAmount, customer?.email ?? null]),
    )
    return csvBatch(events, size, lines.join(''), (event) => (event.event === 'click' ? event.click.id : event.eventId))
  },
})

const ownedCustomersQuery = exportOwnCustomersQuerySchema.extend(owner)

/** Newest first. */
export const { start: exportOwnCustomers, run: runOwnCustomersExport } = csvExport<z.infer<typeof ownedCustomersQuery>>({
  type: 'partner.customers.export',
  permission: 'customers.read',
  contract: exportOwnCustomersJob,
  query: ownedCustomersQuery,
  fileName: 'customers.csv',
  containsPersonalData: true,
  recipient: ({ userId, partnerId }) => ({ userId, partnerId }),
  headerLine: () =>
    csvLine(['id', 'name', 'email', 'country', 'sales', 'saleAmount', 'createdAt', 'firstSaleAt', 'subscriptionCanceledAt']),
  async batch(scope, { userId, programId, partnerId, ...filter }, { after, size }) {
    const own = await scopeOf(scope, { userId, programId, partnerId })
    const customers = await ownCustomersAfter(own, filter, { after, size })
    const lines = customers.map(({ id, name, email, country, sales, saleAmount, createdAt, firstSaleAt, subscriptionCanceledAt }) =>
      csvLine([id, name, email, country, sales, saleAmount, createdAt, firstSaleAt, subscriptionCanceledAt]),
    )
    return csvBatch(customers, size, lines.join(''), ({ id }) => id)
  },
})

export const exportOwnEarningsQuerySchema = ownEarningsFilterSchema
const ownedEarningsQuery = exportOwnEarningsQuerySchema.extend(owner)

/** Newest first. */
export const { start: exportOwnEarnings, run: runOwnEarningsExport } = csvExport<z.infer<typeof ownedEarningsQuery>>({
  type: 'partner.earnings.export',
  permission: 'groups.read',
  contract: exportOwnEarningsJob,
  query: ownedEarningsQuery,
  fileName: 'earnings.csv',
  recipient: ({ userId, partnerId }) => ({ userId, partnerId }),
  headerLine: () => csvLine(['id', 'createdAt', 'type', 'status', 'amount', 'earnings', 'currency']),
  async batch(scope, { userId, programId, partnerId, ...filter }, range) {
    const own = await scopeOf(scope, { userId, programId, partnerId })
    const earnings = await listOwnEarningsAfter(own, own.enrolment, filter, range)
    const lines = earnings.map(({ id, createdAt, type, status, amount, earnings, currency }) =>
      csvLine([id, createdAt, type, status, amount, earnings, currency]),
    )
    return csvBatch(earnings, range.size, lines.join(''), ({ id }) => id)
  },
})
