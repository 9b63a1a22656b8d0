/** The clicks that lost in merges of customers, so that a deletion erases them too. */
import { Migration } from '@mikro-orm/migrations'

export class ClicksOfMergedCustomers extends Migration {
  override up(): void {
    // The later one of the first clicks of the customers that a merge made one. Null for aliases by external id, and for earlier merges.
    this.addSql('alter table customer_aliases add click_id text, add clicked_at timestamptz')
    this.addSql('alter table customer_erasures add merged_clicks jsonb')
  }
}
