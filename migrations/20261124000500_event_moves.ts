// Progress of moving events between PostgreSQL and ClickHouse.
import { Migration } from '@mikro-orm/migrations'

export class EventMoves extends Migration {
  override up(): void {
    // For each part of the events: after which event the move continues, and how many are moved.
    this.addSql(`alter table event_store add column progress jsonb not null default '{}'`)
  }
}
