/** Customers, and the journey of each from the first click. */
import type { Output } from '../api-client.js'
import { Dialog } from '../kit/dialog.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { bodyOf, type Field, valuesOf } from '../kit/form.js'
import { formatCountry, formatExact, formatMoney, formatNumber, formatUrl } from '../kit/format.js'
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
      cell: (customer) => (
        <div class="two-lines">
          <strong>{nameOf(customer)}</strong>
          <span class="muted">{customer.email ?? customer.externalId}</span>
        </div>
      ),
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
      label: 'Show journey',
      operation: 'listCustomerActivity',
      view: (customer, close) => <Journey customer={customer} onClose={close} />,
    },
    {
      label: 'Edit',
      operation: 'updateCustomer',
      form: { fields: () => fields, initial: (customer) => valuesOf(fields, customer), action: 'Save' },
      run: (call, { id }, values) => call('updateCustomer', { params: { id }, body: bodyOf(fields, values) }),
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

function Journey({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { call } = useSession()
  const { value, error, reload } = useLoad(customer.id, (signal) => call('listCustomerActivity', { params: { id: customer.id } }, signal))
  return (
    <Dialog title={nameOf(customer)} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value?.events.length === 0 && <p class="muted">No events are stored for this customer.</p>}
      {value && (
        <ol class="journey">
          {value.events.map((event) => (
            <li key={`${event.event} ${event.timestamp}`}>
              <Badge tone={tones[event.event] ?? 'neutral'}>{event.event}</Badge>
              <span>
                {'sale' in event
                  ? formatMoney(event.sale.amount)
                  : 'eventName' in event
                    ? event.eventName
                    : event.link && formatUrl(event.link.shortLink)}
              </span>
              <time dateTime={event.timestamp}>{formatExact(event.timestamp)}</time>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
