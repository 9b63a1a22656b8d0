// Where click batches wait for a worker when PostgreSQL is the queue: a row is written before its visitors are answered, and lives for a moment.
import { Migration } from '@mikro-orm/migrations'

export class TrackingWaitingClicks extends Migration {
  override up(): void {
    // Rows come and go by the thousand while the table stays nearly empty: vacuumed by number, at every look of the autovacuum.
    this.addSql(`
      create table waiting_click_batches (
        id text primary key,
        batch json not null
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0,
              toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 1000, toast.autovacuum_vacuum_cost_delay = 0)`)
  }
}
