import { csvTable } from '../../kernel/csv-table.js'
import type { EventResponse } from '../event.schema.js'

/** Columns in the order of the file. */
export const eventsCsv = csvTable<[event: EventResponse]>({
  timestamp: { label: 'Date', isDefault: true, cell: ({ timestamp }) => timestamp },
  trigger: {
    label: 'Event',
    isDefault: true,
    cell: (event) => (event.event === 'click' ? (event.click.trigger ?? null) : event.eventName),
  },
  eventName: { label: 'Event name', cell: (event) => (event.event === 'click' ? null : event.eventName) },
  link: { label: 'Link', isDefault: true, cell: ({ link }) => link.shortLink },
  url: { label: 'Destination URL', isDefault: true, cell: ({ url }) => url },
  country: { label: 'Country', isDefault: true, cell: ({ country }) => country },
  customer: {
    label: 'Customer',
    isDefault: true,
    cell: (event) => ('customer' in event ? (event.customer.email ?? event.customer.name ?? event.customer.externalId) : null),
  },
  saleAmount: {
    label: 'Sale amount',
    isDefault: true,
    cell: (event) => (event.event === 'sale' ? (event.sale.amount / 100).toFixed(2) : null),
  },
  invoiceId: { label: 'Invoice ID', cell: (event) => (event.event === 'sale' ? (event.sale.invoiceId ?? null) : null) },
  eventId: { label: 'Event ID', cell: (event) => (event.event === 'click' ? event.click.id : event.eventId) },
  clickId: { label: 'Click ID', cell: ({ click }) => click.id },
  continent: { label: 'Continent', cell: ({ continent }) => continent },
  region: { label: 'Region', cell: ({ click }) => click.region },
  city: { label: 'City', cell: ({ city }) => city },
  device: { label: 'Device', cell: ({ device }) => device },
  browser: { label: 'Browser', cell: ({ browser }) => browser },
  os: { label: 'OS', cell: ({ os }) => os },
  referer: { label: 'Referrer', cell: ({ click }) => click.referer },
  refererUrl: { label: 'Referrer URL', cell: ({ click }) => click.refererUrl },
  ip: { label: 'IP address', cell: ({ ip }) => ip },
})
