// Folding summarises the ranges itself: the server's own queue for that is short, and logs every statement that finds it full.
import { Migration } from '@mikro-orm/migrations'

export class TrackingBrinSummaries extends Migration {
  override up(): void {
    this.addSql(`drop index click_events_timestamp`)
    this.addSql(`create index click_events_timestamp on click_events using brin (timestamp) with (pages_per_range = 32)`)
  }
}
