/** Customers, and the journey of each from the first click. */
import type { Output } from '../api-client.js'
import { urlOf } from '../api-client.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { ExportButton } from '../kit/export-button.js'
import { bodyOf, changesOf, type Field, valuesOf } from '../kit/form-values.js'
import { formatCountry, formatExact, formatMoney, formatName, formatNumber, formatUrl } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

type Customer = Output<'getCustomers'>[number]

const fields: Field[] = [
  { name: 'externalId', label: 'External ID', isRequired: true, hint: 'The id of the customer in your own system.' },
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'country', label: 'Country', placeholder: 'DE', hint: 'Two letters.' },
]

const nameOf = ({ name, email, externalId }: Customer) => name ?? email ?? externalId

const resource: Resource<Customer> = {
  title: 'Customers',
  description: 'People who became a lead or bought something, and the link that brought them.',
  icon: 'customers',
  paging: 'cursor',
  tools: () => <CustomerExport />,
  search: 'Search by email, name or ID',
  filters: () => [
    {
      name: 'sortBy',
      label: 'Newest first',
      choices: [
        { value: 'saleAmount', label: 'Highest revenue' },
        { value: 'firstSaleAt', label: 'Latest first sale' },
      ],
    },
  ],
  load: (call, query, _, signal) => call('getCustomers', { query: { ...query, includeExpandedFields: true } }, signal),
  nameOf,
  columns: [
    {
      label: 'Customer',
      cell: (customer) => <CustomerName customer={customer} />,
    },
    { label: 'Country', cell: ({ country }) => (country ? formatCountry(country) : ''), isSecondary: true },
    { label: 'Link', cell: ({ link }) => (link ? formatUrl(link.shortLink) : ''), isSecondary: true },
    { label: 'Sales', cell: ({ sales }) => formatNumber(sales ?? 0), isNumber: true, isSecondary: true },
    { label: 'Revenue', cell: ({ saleAmount }) => formatMoney(saleAmount ?? 0), isNumber: true },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'They are created when you track a lead or a sale.',
  create: {
    label: 'Create customer',
    operation: 'createCustomer',
    fields: () => fields,
    run: (call, values) => call('createCustomer', { body: bodyOf(fields, values) }),
    done: 'Customer created',
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateCustomer',
      form: { fields: () => fields, initial: (customer) => valuesOf(fields, customer), action: 'Save' },
      run: (call, customer, values) =>
        call('updateCustomer', { params: { id: customer.id }, body: changesOf(fields, values, valuesOf(fields, customer)) }),
    },
    {
      label: 'Delete',
      operation: 'deleteCustomer',
      isDangerous: true,
      confirm: () => 'The customer is removed, with their name and email in events. Totals stay as they are.',
      run: (call, { id }) => call('deleteCustomer', { params: { id } }),
      done: 'Customer deleted',
    },
  ],
}

export const CustomersPage = () => <ResourcePage resource={resource} />

const tones = { click: 'neutral', lead: 'waiting', sale: 'good' } as const

/** A customer with the journey from the first click. */
export function CustomerPage({ id }: { id: string }) {
  const { call, href } = useSession()
  const { value, error, reload } = useLoad(id, async (signal) => {
    const [customer, activity] = await Promise.all([
      call('getCustomer', { params: { id }, query: { includeExpandedFields: true } }, signal),
      call('listCustomerActivity', { params: { id } }, signal),
    ])
    return { customer, activity }
  })
  const back = { href: href('customers'), label: 'Customers' }
  if (error || !value)
    return (
      <>
        <PageHeader title="Customer" back={back} />
        {error ? <ErrorState error={error} onRetry={reload} /> : <Placeholder />}
      </>
    )
  return (
    <>
      <PageHeader title={nameOf(value.customer)} description={value.customer.email ?? undefined} back={back} />
      <Facts customer={value.customer} activity={value.activity} />
      <section class="card part" aria-label="Journey">
        <h2>Journey</h2>
        <Journey activity={value.activity} />
      </section>
    </>
  )
}

type Activity = Output<'listCustomerActivity'>

function Facts({ customer, activity: { events } }: { customer: Customer; activity: Activity }) {
  const { href } = useSession()
  const { link, externalId, country, sales, saleAmount, createdAt } = customer
  const [first] = events.filter(({ event }) => event === 'click').toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
  return (
    <section class="card" aria-label="Facts">
      <dl class="facts">
        <div>
          <dt>Revenue</dt>
          <dd>{formatMoney(saleAmount ?? 0)}</dd>
        </div>
        <div>
          <dt>Sales</dt>
          <dd>{formatNumber(sales ?? 0)}</dd>
        </div>
        <div>
          <dt>External ID</dt>
          <dd>{externalId}</dd>
        </div>
        <div>
          <dt>Country</dt>
          <dd>{country ? formatCountry(country) : '–'}</dd>
        </div>
        <div>
          <dt>First click</dt>
          <dd>
            <Time at={first?.timestamp} />
          </dd>
        </div>
        <div>
          <dt>Customer since</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
        </div>
        {link && (
          <div>
            <dt>Came by</dt>
            <dd>
              <a href={`${href('analytics')}?linkId=${link.id}`}>{formatUrl(link.shortLink)}</a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Journey({ activity: { events } }: { activity: Activity }) {
  if (events.length === 0) return <p class="muted">No events are stored for this customer.</p>
  return (
    <ol class="journey">
      {events.map((event) => (
        <li key={`${event.event} ${event.timestamp} ${'eventId' in event ? event.eventId : event.click.id}`}>
          <Badge tone={tones[event.event]}>{formatName(event.event)}</Badge>
          <span>{describe(event)}</span>
          <time dateTime={event.timestamp}>{formatExact(event.timestamp)}</time>
        </li>
      ))}
    </ol>
  )
}

function describe(event: Activity['events'][number]): string {
  const { click } = event
  if (event.event === 'sale') return `${formatMoney(event.sale.amount, event.sale.currency)}, ${event.eventName}`
  if (event.event === 'lead') return event.eventName
  const from = click.referer && click.referer !== '(direct)' ? ` from ${click.referer}` : ''
  const device = [click.device, click.browser, click.country !== 'Unknown' && formatCountry(click.country)].filter(Boolean).join(', ')
  return `${event.link ? formatUrl(event.link.shortLink) : formatUrl(click.url)}${from} (${device})`
}

function CustomerName({ customer }: { customer: Customer }) {
  const { href } = useSession()
  return (
    <div class="two-lines">
      <a href={`${href('customers')}/${customer.id}`}>
        <strong>{nameOf(customer)}</strong>
      </a>
      <span class="muted">{customer.email ?? customer.externalId}</span>
    </div>
  )
}

function CustomerExport() {
  const { workspace } = useSession()
  return <ExportButton url={urlOf('exportCustomers', {}, workspace.id)} fileName="customers.csv" />
}
