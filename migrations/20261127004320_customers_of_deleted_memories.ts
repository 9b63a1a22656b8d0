/** The customer of a deleted memory, so that its history can be erased with the customer. */
import { Migration } from '@mikro-orm/migrations'

export class CustomersOfDeletedMemories extends Migration {
  override up(): void {
    this.addSql('alter table memory_changes add column customer_id text')
    this.addSql('create index memory_changes_customer on memory_changes (customer_id) where customer_id is not null')
  }
}
