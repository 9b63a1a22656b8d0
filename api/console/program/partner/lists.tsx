/** Commissions, payouts, customers and suspicions of one partner. */
import type { Call, Output } from '../../api-client.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCountry, formatMoney, formatName, formatNumber } from '../../kit/format.js'
import { readPages } from '../../kit/read-pages.js'
import { Table } from '../../kit/table.js'
import { Time } from '../../kit/texts.js'
import { useList } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { commissionColumns } from '../commission-columns.js'
import { fraudColumns, type FraudGroup, fraudStates } from '../fraud/fraud-columns.js'
import { payoutColumns } from '../payouts/payout-columns.js'

interface PartnerListProps {
  partnerId: string
}

export function PartnerCommissions({ partnerId }: PartnerListProps) {
  const { call } = useSession()
  const list = useList<Output<'listCommissions'>[number]>(partnerId, 'cursor', (page, signal) =>
    call('listCommissions', { query: { partnerId, interval: 'all', ...page } }, signal),
  )
  const empty = <EmptyState icon="commissions" title="The partner has earned nothing yet" />
  return <Table label="Commissions" list={list} columns={commissionColumns.slice(1)} empty={empty} />
}

export function PartnerPayouts({ partnerId }: PartnerListProps) {
  const { call } = useSession()
  const list = useList<Output<'listPayouts'>[number]>(partnerId, 'page', (page, signal) =>
    call('listPayouts', { query: { partnerId, ...page } }, signal),
  )
  const empty = <EmptyState icon="payouts" title="The partner has no payouts yet" />
  return <Table label="Payouts" list={list} columns={payoutColumns.slice(1)} empty={empty} />
}

type Customer = Output<'getCustomers'>[number]

export function PartnerCustomers({ partnerId }: PartnerListProps) {
  const { call } = useSession()
  const list = useList<Customer>(partnerId, 'cursor', (page, signal) => call('getCustomers', { query: { partnerId, ...page } }, signal))
  return (
    <Table
      label="Customers"
      list={list}
      columns={[
        {
          label: 'Customer',
          cell: ({ name, email, externalId }) => (
            <div class="two-lines">
              <strong>{name ?? email ?? externalId}</strong>
              <span class="muted">{email ?? externalId}</span>
            </div>
          ),
        },
        { label: 'Country', cell: ({ country }) => (country ? formatCountry(country) : ''), isSecondary: true },
        { label: 'Sales', cell: ({ sales }) => formatNumber(sales ?? 0), isNumber: true, isSecondary: true },
        { label: 'Revenue', cell: ({ saleAmount }) => formatMoney(saleAmount ?? 0), isNumber: true },
        { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
      ]}
      empty={<EmptyState icon="customers" title="The partner has brought no customers yet" />}
    />
  )
}

/** Those that wait for a decision first: the service lists one state at a time. */
async function suspicionsOf(call: Call, partnerId: string, signal: AbortSignal): Promise<FraudGroup[]> {
  const read = (status: FraudGroup['status']) =>
    readPages(100, (page) => call('listFraudGroups', { query: { partnerId, status, ...page } }, signal))
  return (await Promise.all(fraudStates.map(read))).flat()
}

export function PartnerFraud({ partnerId }: PartnerListProps) {
  const { call, access, workspace, href } = useSession()
  const isAvailable = access('listFraudGroups') === 'allowed'
  const list = useList<FraudGroup>(partnerId, 'none', async (_, signal) => (isAvailable ? suspicionsOf(call, partnerId, signal) : []))
  if (!isAvailable)
    return (
      <EmptyState
        icon="fraud"
        title="Fraud detection is not available"
        text={`The plan ${formatName(workspace.plan)} does not include it.`}
      />
    )
  return (
    <>
      <Table
        label="Suspicions"
        list={list}
        columns={fraudColumns.slice(1)}
        empty={<EmptyState icon="fraud" title="Nothing suspicious" text="Rules that detect fraud have found nothing about this partner." />}
      />
      {list.rows?.some(({ status }) => status === 'pending') && (
        <p class="list-end">
          <a href={href('fraud')}>Decide about suspicions</a>
        </p>
      )}
    </>
  )
}
