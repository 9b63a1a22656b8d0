/** SQL of merging customers, as far as their rows and names go. Both are locked. */
import type { InWorkspace } from '../accounts/index.js'
import type { Customer } from './customer.entity.js'
import { externalPrefix } from './external-prefix.js'

/** The names of the one who goes, and those that it has from others, lead to the one who stays. */
export async function aliasCustomer(
  { em, workspace }: InWorkspace,
  gone: Pick<Customer, 'id' | 'externalId'>,
  kept: Pick<Customer, 'id'>,
): Promise<void> {
  await em.execute('update customer_aliases set customer_id = ? where customer_id = ?', [kept.id, gone.id])
  for (const alias of [gone.id, externalPrefix + gone.externalId])
    await em.execute('insert into customer_aliases (workspace_id, alias, customer_id) values (?, ?, ?)', [workspace.id, alias, kept.id])
}

const ofPerson = ['name', 'email', 'avatar', 'stripe_customer_id', 'country', 'subscription_canceled_at'].map(
  (column) => `${column} = coalesce(kept.${column}, gone.${column})`,
)
// What came by the click stays together.
const isEarlier = "gone.clicked_at < coalesce(kept.clicked_at, 'infinity')"
const ofClick = ['link_id', 'click_id', 'clicked_at', 'program_id', 'partner_id'].map(
  (column) => `${column} = case when ${isEarlier} then gone.${column} else kept.${column} end`,
)
const ofFigures = [
  'sales = kept.sales + gone.sales',
  'sale_amount = kept.sale_amount + gone.sale_amount',
  'first_sale_at = least(kept.first_sale_at, gone.first_sale_at)',
  'created_at = least(kept.created_at, gone.created_at)',
]

/** One row is left: it learns what was unknown, keeps the earlier click, and has the figures of both. */
export async function mergeCustomerRows({ em, now }: InWorkspace, gone: Pick<Customer, 'id'>, kept: Pick<Customer, 'id'>): Promise<void> {
  await em.execute(
    `with gone as (delete from customers where id = ? returning *)
     update customers kept set ${[...ofPerson, ...ofClick, ...ofFigures].join(', ')}, updated_at = ? from gone where kept.id = ?`,
    [gone.id, now(), kept.id],
  )
}
