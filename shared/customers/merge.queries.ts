/** SQL of merging customer rows and aliases. Callers lock both rows first. */
import type { InWorkspace } from '../accounts/index.js'
import type { Customer } from './customer.entity.js'
import { externalPrefix } from './external-prefix.js'

type FirstClick = Pick<Customer, 'clickId' | 'clickedAt'>

/**
 * Makes all ids of the merged customer, including its own aliases, refer to the target. Notes the click that the merge replaces and the
 * address of the merged customer, which a deletion erases.
 */
export async function aliasCustomer(
  scope: InWorkspace,
  merged: Pick<Customer, 'id' | 'externalId' | 'stripeCustomerId' | 'email'> & FirstClick,
  target: Pick<Customer, 'id' | 'stripeCustomerId'> & FirstClick,
): Promise<void> {
  const { em, workspace } = scope
  await moveProviderIds(scope, merged, target)
  await em.execute('update customer_aliases set customer_id = ? where customer_id = ?', [target.id, merged.id])
  const { clickId, clickedAt } = laterClick(merged, target)
  await em.execute(
    `insert into customer_aliases (workspace_id, alias, customer_id, click_id, clicked_at, email)
     values (?, ?, ?, ?, ?, ?), (?, ?, ?, null, null, null)`,
    [
      ...[workspace.id, merged.id, target.id, clickId, clickedAt, merged.email],
      ...[workspace.id, externalPrefix + merged.externalId, target.id],
    ],
  )
}

/** Here and not by an event, because the ids by which providers know the merged customer are deleted together with its row. */
async function moveProviderIds(
  { em, workspace }: InWorkspace,
  { id, stripeCustomerId }: Pick<Customer, 'id' | 'stripeCustomerId'>,
  target: Pick<Customer, 'id' | 'stripeCustomerId'>,
): Promise<void> {
  await em.execute('update integration_customers set customer_id = ? where customer_id = ?', [target.id, id])
  if (stripeCustomerId === null || target.stripeCustomerId === null) return
  // The row of the target keeps its own.
  await em.execute(
    `insert into integration_customers (workspace_id, provider, external_id, customer_id) values (?, 'stripe', ?, ?) on conflict do nothing`,
    [workspace.id, stripeCustomerId, target.id],
  )
}

/** The click that `mergeCustomerRows` does not keep. */
const laterClick = (merged: FirstClick, target: FirstClick): FirstClick =>
  merged.clickedAt && merged.clickedAt < (target.clickedAt ?? never) ? target : merged
const never = new Date(8.64e15)

const profileColumns = ['name', 'email', 'avatar', 'stripe_customer_id', 'country', 'subscription_canceled_at'].map(
  (column) => `${column} = coalesce(target.${column}, merged.${column})`,
)
// Click columns change together.
const isEarlier = "merged.clicked_at < coalesce(target.clicked_at, 'infinity')"
const clickColumns = ['link_id', 'click_id', 'clicked_at', 'program_id', 'partner_id'].map(
  (column) => `${column} = case when ${isEarlier} then merged.${column} else target.${column} end`,
)
const counterColumns = [
  'sales = target.sales + merged.sales',
  'sale_amount = target.sale_amount + merged.sale_amount',
  'first_sale_at = least(target.first_sale_at, merged.first_sale_at)',
  'created_at = least(target.created_at, merged.created_at)',
]

/** Merges the rows into the target: missing fields are filled, the earlier click wins, and counters are added up. */
export async function mergeCustomerRows(
  { em, now }: InWorkspace,
  merged: Pick<Customer, 'id'>,
  target: Pick<Customer, 'id'>,
): Promise<void> {
  await em.execute(
    `with merged as (delete from customers where id = ? returning *)
     update customers target set ${[...profileColumns, ...clickColumns, ...counterColumns].join(', ')}, updated_at = ? from merged where target.id = ?`,
    [merged.id, now(), target.id],
  )
}
