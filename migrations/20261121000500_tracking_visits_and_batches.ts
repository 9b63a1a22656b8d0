// What makes ingestion exact: which batches were written, and who visited which link within the hour.
import { Migration } from '@mikro-orm/migrations'

export class TrackingVisitsAndBatches extends Migration {
  override up(): void {
    this.addSql(`create table click_batches (id text primary key, at timestamptz not null default now())`)
    this.addSql(`create index click_batches_at on click_batches using brin (at)`)
    // Unlogged: losing it in a crash lets a visitor of the last hour count once more, and costs no click.
    this.addSql(
      `create unlogged table recent_visits (visit uuid primary key, click_id text not null, at timestamptz not null) with (fillfactor = 90)`,
    )
    this.addSql(`create index recent_visits_at on recent_visits using brin (at)`)
  }
}
