// What other systems told of a person, and what was told of them, is found when the person is to be forgotten.
import { Migration } from '@mikro-orm/migrations'

export class IntegrationsCustomersOfDeliveries extends Migration {
  override up(): void {
    this.addSql('alter table integration_deliveries add column customer_id text')
    this.addSql('create index integration_deliveries_customer_id on integration_deliveries (customer_id) where customer_id is not null')
    this.addSql(
      `create index webhook_events_customer_id on webhook_events ((body::jsonb #>> '{data,customer,id}')) where event in ('lead.created', 'sale.created')`,
    )
  }
}
