// By which rule conversions are credited to clicks, and what it takes to credit them anew by another.
import { Migration } from '@mikro-orm/migrations'

export class TrackingAttribution extends Migration {
  override up(): void {
    this.addSql(
      `alter table workspaces add column attribution_model text not null default 'last_click' check (attribution_model in ('last_click', 'first_click'))`,
    )
    this.addSql(`alter table workspaces add column attribution_window_days integer check (attribution_window_days > 0)`)
    // The click that the caller named, where another one is credited.
    this.addSql(
      `alter table lead_events add column named_click_id text, add column named_clicked_at timestamptz, add column attributed_by text`,
    )
    // The name of the lead that the caller asked for.
    this.addSql(`alter table sale_events add column lead_name text, add column attributed_by text`)
    this.addSql(`
      create table attribution_moves (
        errand_id text not null references errands on delete cascade,
        event text not null check (event in ('lead', 'sale')),
        from_link text not null,
        to_link text not null,
        events bigint not null,
        amount bigint not null,
        primary key (errand_id, event, from_link, to_link)
      )`)
  }
}
