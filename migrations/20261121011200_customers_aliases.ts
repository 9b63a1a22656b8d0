// Names of customers who were merged into others: whoever asks for one of them finds the other.
import { Migration } from '@mikro-orm/migrations'

export class CustomersAliases extends Migration {
  override up(): void {
    // An id, or `ext_` and the caller's own id, as paths name customers.
    this.addSql(`
      create table customer_aliases (
        workspace_id text not null references workspaces on delete cascade,
        alias text not null,
        customer_id text not null references customers on delete cascade,
        primary key (workspace_id, alias)
      )`)
    this.addSql(`create index customer_aliases_customer_id on customer_aliases (customer_id)`)
  }
}
