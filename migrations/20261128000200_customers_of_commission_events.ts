/** Events about commissions name a customer too, whose data must be erased from them. */
import { Migration } from '@mikro-orm/migrations'

export class CustomersOfCommissionEvents extends Migration {
  override up(): void {
    this.addSql(`drop index webhook_events_customer_id`)
    this.addSql(`
      create index webhook_events_customer_id on webhook_events ((body::jsonb #>> '{data,customer,id}'))
      where event in ('lead.created', 'sale.created', 'commission.created')`)
  }
}
