// What was given back of each sale, and which refunds were told already.
import { Migration } from '@mikro-orm/migrations'

export class TrackingRefunds extends Migration {
  override up(): void {
    // Whoever refunds locks the row, so that refunds at the same time never give back more than was paid.
    this.addSql(`
      create table sale_refunds (
        sale_id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        amount bigint not null default 0,
        original_amount bigint not null default 0
      )`)
    this.addSql(`
      create table refund_claims (
        workspace_id text not null references workspaces on delete cascade,
        refund_id text not null,
        event_id text not null,
        primary key (workspace_id, refund_id)
      )`)
  }
}
