// A customer's id at the payment provider is unique in its workspace, not beyond: otherwise a refusal would tell one workspace
// whom another one knows.
import { Migration } from '@mikro-orm/migrations'

export class CustomersPaymentIdsByWorkspace extends Migration {
  override up(): void {
    this.addSql(`alter table customers drop constraint customers_stripe_customer_id_key`)
    this.addSql(
      `create unique index customers_stripe_customer_id on customers (workspace_id, stripe_customer_id) where stripe_customer_id is not null`,
    )
  }
}
