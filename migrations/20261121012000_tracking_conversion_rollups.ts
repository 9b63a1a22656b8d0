// Leads and sales a second time, as clicks are: narrow facts, and sums by dimension and span of time.
import { Migration } from '@mikro-orm/migrations'

export class TrackingConversionRollups extends Migration {
  override up(): void {
    this.addNotes()
    // Buckets that end before this instant are filled. Facts are not bound to it: what they lack is noted.
    this.addSql(`create table conversion_watermark (one boolean primary key default true check (one), at timestamptz not null)`)
    this.addSql(`
      insert into conversion_watermark (at)
      select coalesce(date_bin('1 day', min(at), 'epoch'), date_bin('15 minutes', now(), 'epoch')) from unfolded_conversions`)
    this.addFacts()
    this.addSql(`
      create table conversion_totals (
        workspace integer not null,
        tier smallint not null,
        bucket timestamptz not null,
        leads bigint not null,
        sales bigint not null,
        amount bigint not null,
        dense boolean not null,
        primary key (workspace, tier, bucket)
      )`)
    this.addSql(`create index conversion_totals_bucket on conversion_totals (tier, bucket)`)
    this.addSql(`
      create table conversion_rollups (
        tier smallint not null,
        bucket timestamptz not null,
        workspace integer not null,
        kind smallint not null,
        value integer not null,
        leads bigint not null,
        sales bigint not null,
        amount bigint not null,
        primary key (tier, bucket, workspace, kind, value) include (leads, sales, amount)
      )`)
  }

  // Events whose fact is missing or says something else by now. The database notes them itself, in the transaction that writes the
  // event: whoever writes leads or sales, or moves them to another link, cannot forget it.
  private addNotes(): void {
    this.addSql(`
      create table unfolded_conversions (
        no bigint generated always as identity primary key,
        id text not null,
        at timestamptz not null,
        workspace_id text not null
      )`)
    this.addSql(`create index unfolded_conversions_workspace on unfolded_conversions (workspace_id, at)`)
    this.addSql(`
      create function note_unfolded_conversions() returns trigger language plpgsql as $$
      begin
        insert into unfolded_conversions (id, at, workspace_id) select id, timestamp, workspace_id from changed;
        return null;
      end $$`)
    for (const table of ['lead_events', 'sale_events']) {
      for (const [event, rows] of [
        ['insert', 'new'],
        ['update', 'new'],
        ['delete', 'old'],
      ]) {
        this.addSql(
          `create trigger ${table}_${event} after ${event} on ${table} referencing ${rows} table as changed for each statement execute function note_unfolded_conversions()`,
        )
      }
      this.addSql(
        `insert into unfolded_conversions (id, at, workspace_id) select id, timestamp, workspace_id from ${table} order by workspace_id, link_id, timestamp`,
      )
    }
  }

  private addFacts(): void {
    this.addSql(`
      create table conversion_facts (
        id text not null,
        at timestamptz not null,
        workspace integer not null,
        hour integer not null,
        client integer not null,
        country integer not null,
        utm integer not null,
        referer integer not null,
        link integer not null,
        base_url integer not null,
        market integer not null,
        place integer not null,
        referer_url integer not null,
        url integer not null,
        event_name integer not null,
        leads smallint not null,
        sales smallint not null,
        amount bigint not null,
        recurring boolean,
        primary key (id, at)
      ) partition by range (at)`)
    this.addSql(`create index conversion_facts_workspace on conversion_facts (workspace, hour)`)
    this.addSql(`create index conversion_facts_link on conversion_facts (link, hour)`)
  }
}
