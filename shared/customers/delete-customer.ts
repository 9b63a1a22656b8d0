import type { InWorkspace } from '../accounts/index.js'
import type { Customer } from './customer.entity.js'
import { aliasesOf, deleteCustomerRow, deleteCustomerRows, providerIdsOf } from './customer.queries.js'
import { sealIdentifiers } from './deleted-identifiers.js'
import { type CustomerDeletion, customerDeleted } from './events.js'
import { externalPrefix } from './external-prefix.js'
import { requireCustomer } from './require-customer.js'

/** Deletes a customer. Their events stay in the statistics; a job erases personal data from the events soon after. */
export async function deleteCustomer(scope: InWorkspace, id: string): Promise<{ id: string }> {
  const customer = await requireCustomer(scope, id, { locked: true })
  const names = await namesOf(scope, [customer.id])
  await deleteCustomerRow(scope, customer.id)
  announceDeletion(scope, customer, names)
  return { id: customer.id }
}

/** Deletes customers like `deleteCustomer`, in one statement. Those that do not exist any more are left out. */
export async function deleteCustomers(scope: InWorkspace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const names = await namesOf(scope, ids)
  for (const customer of await deleteCustomerRows(scope, ids)) announceDeletion(scope, customer, names)
}

/** Besides those in the rows of the customers. */
const namesOf = async (scope: InWorkspace, ids: readonly string[]) => ({
  aliases: await aliasesOf(scope, ids),
  providerIds: await providerIdsOf(scope, ids),
})

function announceDeletion(scope: InWorkspace, customer: Customer, names: Awaited<ReturnType<typeof namesOf>>): void {
  const isOwn = ({ customerId }: { customerId: string }) => customerId === customer.id
  const own = names.aliases.filter(isOwn)
  const aliases = own.map(({ alias }) => alias)
  scope.announce(customerDeleted, {
    workspaceId: scope.workspace.id,
    customerId: customer.id,
    click: clickOf(customer),
    mergedClicks: own.flatMap((one) => clickOf(one) ?? []),
    mergedIds: aliases.filter((alias) => !alias.startsWith(externalPrefix)),
    sealedIdentifiers: sealIdentifiers(scope, customer, [
      ...aliases.map((alias) => alias.replace(externalPrefix, '')),
      ...own.flatMap(({ email }) => email ?? []),
      ...names.providerIds.filter(isOwn).map(({ externalId }) => externalId),
    ]),
  })
}

const clickOf = ({ clickId, clickedAt }: Pick<Customer, 'clickId' | 'clickedAt'>): CustomerDeletion['click'] =>
  clickId && clickedAt ? { id: clickId, at: new Date(clickedAt).toISOString() } : null
