// Which events were stored by which transaction, for a day: streams tell them in the order of the transactions, so that an event whose
// transaction ends late is told late, and not left out. No key beside the index: each has its number, and nothing refers to it.
import { Migration } from '@mikro-orm/migrations'

export class TrackingEventArrivals extends Migration {
  override up(): void {
    this.addSql(`
      create table event_arrivals (
        workspace_id text not null,
        tx xid8 not null default pg_current_xact_id(),
        no bigint generated always as identity,
        kind text not null,
        ids text[] not null,
        first timestamptz not null,
        last timestamptz not null,
        at timestamptz not null default now()
      )`)
    this.addSql('create index event_arrivals_of_workspace on event_arrivals (workspace_id, tx, no)')
    this.addSql('create index event_arrivals_at on event_arrivals using brin (at)')
  }
}
