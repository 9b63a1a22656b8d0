/** The customers that the partner brought to a program. */
import { useMemo } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { formatCountry, formatMoney, formatNumber, formatUrl } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import { Time } from '../../console/kit/texts.js'
import { exportTools } from '../kit/export-tools.js'
import type { Portal } from '../shell/portal.js'
import { type ProgramDetails, useProgram } from '../shell/program.js'

type Customer = Output<'listOwnCustomers'>[number]

const resourceOf = ({ programId, links }: ProgramDetails): Resource<Customer, undefined, Portal> => ({
  title: 'Customers',
  description: 'People who signed up or bought through your links. Names and addresses are shortened unless the program shares them.',
  icon: 'customers',
  paging: 'page',
  filters: () => [
    {
      name: 'sortBy',
      label: 'Newest first',
      choices: [
        { value: 'saleAmount', label: 'Highest sales' },
        { value: 'firstSaleAt', label: 'Latest first sale' },
      ],
    },
    { name: 'linkId', label: 'Link', choices: links.map(({ id, shortLink }) => ({ value: id, label: formatUrl(shortLink) })) },
  ],
  load: (call, query, _portal, signal) => call('listOwnCustomers', { params: { programId }, query }, signal),
  nameOf: ({ name, email, id }) => name ?? email ?? id,
  columns: [
    {
      label: 'Customer',
      cell: ({ name, email }) => (
        <div class="two-lines">
          <strong>{name ?? email ?? 'Customer'}</strong>
          {name && email && <span class="muted">{email}</span>}
        </div>
      ),
    },
    { label: 'Country', cell: ({ country }) => (country ? formatCountry(country) : ''), isSecondary: true },
    { label: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
    { label: 'Purchases', cell: ({ sales }) => formatNumber(sales), isNumber: true, isSecondary: true },
    { label: 'Sales', cell: ({ saleAmount }) => formatMoney(saleAmount), isNumber: true },
  ],
  tools: exportTools('exportOwnCustomers', 'customers.csv', ['linkId'], { params: { programId } }),
  empty: 'Customers appear after a sign-up or purchase through one of your links.',
})

export function CustomersPage() {
  const program = useProgram()
  const resource = useMemo(() => resourceOf(program), [program.programId])
  return <ResourcePage resource={resource} />
}
