/** Deleted customers whose events are to be erased, so that one change of a table erases many customers. */
import { Migration } from '@mikro-orm/migrations'

export class CustomerErasures extends Migration {
  override up(): void {
    this.addSql(`create table customer_erasures (
      workspace_id text not null,
      customer_id text not null,
      click_id text,
      clicked_at timestamptz,
      primary key (workspace_id, customer_id)
    )`)
  }
}
