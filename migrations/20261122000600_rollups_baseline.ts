// Clicks and conversions in forms that analytics reads quickly: narrow facts, and sums by dimension and span of time.
//
// Dimensions are grouped into kinds, such as "client" (device, browser, operating system and trigger). A tier is a span of time from 15
// minutes to 64 days; a bucket is one such span. Clicks have their own tables, and so have leads and sales (together: conversions).
import { Migration } from '@mikro-orm/migrations'

export class RollupsBaseline extends Migration {
  override up(): void {
    this.addDictionaries()
    this.addClickWatermark()
    this.addClickFacts()
    this.addClickTotals()
    this.addClickRollups()
    this.addClickColumns()
    this.addPendingConversions()
    this.addConversionWatermark()
    this.addConversionFacts()
    this.addConversionTotals()
    this.addConversionRollups()
  }

  // Numbers for workspaces and for the values of each dimension, so that clicks, facts and rollups are small.
  private addDictionaries(): void {
    this.addSql(`
      create table workspace_numbers (
        no integer generated always as identity primary key,
        workspace_id text not null unique
      )`)
    this.addSql(`
      create table dimension_values (
        id integer generated always as identity primary key,
        workspace integer not null,
        dimension smallint not null,
        digest bytea not null,
        parts text[] not null,
        unique (workspace, dimension, digest)
      )`)
  }

  private addClickWatermark(): void {
    // One row. Clicks before this instant are in the tables below too; later ones are only in click_events.
    this.addSql(`
      create table click_watermark (
        one boolean primary key default true check (one),
        at timestamptz not null
      )`)
    this.addSql(`insert into click_watermark (at) values (date_bin('15 minutes', now(), 'epoch'))`)
  }

  private addClickFacts(): void {
    // One row for each click. hour counts the hours since 1970; the columns after it hold a number of dimension_values for each dimension.
    this.addSql(`
      create table click_facts (
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
        url integer not null
      ) partition by range (at)`)
    // By hour instead of instant: equal keys share an index entry, which makes the index a quarter as large.
    this.addSql(`create index click_facts_workspace on click_facts (workspace, hour)`)
    this.addSql(`create index click_facts_link on click_facts (link, hour)`)
  }

  private addClickTotals(): void {
    // One row for each bucket of a workspace. dense: the bucket has enough clicks for rollups. maintained: false while a closed bucket waits
    // for the next run to rebuild its packs after a change, or to add its rollups because it has grown.
    this.addSql(`
      create table click_totals (
        workspace integer not null,
        tier smallint not null,
        bucket timestamptz not null,
        clicks bigint not null,
        dense boolean not null,
        maintained boolean not null default true,
        primary key (workspace, tier, bucket)
      )`)
    this.addSql(`create index click_totals_bucket on click_totals (tier, bucket)`)
    this.addSql(`create index click_totals_unmaintained on click_totals (tier, bucket) where not maintained`)
    // Finds the hours that should have click_column_segments.
    this.addSql(`create index click_totals_large_hours on click_totals (bucket) where tier = 1 and clicks >= 1000`)
  }

  private addClickRollups(): void {
    // One row for each value in a dense bucket. The key includes the sums, so that queries read only the index. The order of the columns, in
    // the table and in the key, leaves no gaps between them.
    this.addSql(`
      create table click_rollups (
        bucket timestamptz not null,
        clicks bigint not null,
        workspace integer not null,
        value integer not null,
        tier smallint not null,
        dimension smallint not null,
        primary key (workspace, tier, bucket, dimension, value) include (clicks)
      )`)
  }

  private addClickColumns(): void {
    // The facts of busy hours, one column for each dimension: a query that no rollup answers reads only the dimensions it needs. at is the
    // beginning of the hour; an hour with very many facts has several parts. Not compressed, because the columns are read whole and
    // hardly shrink.
    this.addSql(`
      create table click_column_segments (
        workspace integer not null,
        at timestamptz not null,
        part smallint not null,
        facts integer not null,
        client bytea not null,
        country bytea not null,
        utm bytea not null,
        referer bytea not null,
        link bytea not null,
        base_url bytea not null,
        market bytea not null,
        place bytea not null,
        referer_url bytea not null,
        url bytea not null,
        primary key (workspace, at, part) include (facts)
      ) partition by range (at)`)
    this.addSql(`
      alter table click_column_segments
        alter column client set storage external,
        alter column country set storage external,
        alter column utm set storage external,
        alter column referer set storage external,
        alter column link set storage external,
        alter column base_url set storage external,
        alter column market set storage external,
        alter column place set storage external,
        alter column referer_url set storage external,
        alter column url set storage external`)
  }

  private addPendingConversions(): void {
    // Leads and sales whose fact is missing or outdated.
    this.addSql(`
      create table pending_conversions (
        no bigint generated always as identity primary key,
        id text not null,
        at timestamptz not null,
        workspace_id text not null
      )`)
    this.addSql(`create index pending_conversions_workspace on pending_conversions (workspace_id, at)`)

    // Triggers on lead_events and sale_events call this function in the transaction that changes the events, so that no code path can
    // forget it.
    this.addSql(`
      create function record_pending_conversions() returns trigger language plpgsql as $$
      begin
        insert into pending_conversions (id, at, workspace_id)
        select id, timestamp, workspace_id from changed;
        return null;
      end $$`)
  }

  private addConversionWatermark(): void {
    // One row. Buckets that end before this instant are filled. Facts are independent of it: pending_conversions lists the missing ones.
    this.addSql(`
      create table conversion_watermark (
        one boolean primary key default true check (one),
        at timestamptz not null
      )`)
    this.addSql(`insert into conversion_watermark (at) values (date_bin('15 minutes', now(), 'epoch'))`)
  }

  private addConversionFacts(): void {
    // One row for each lead, sale and refund. Columns as in click_facts; leads, sales and amount are what the event adds to the sums.
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

  // Totals, rollups and packs of conversions work like those of clicks.
  private addConversionTotals(): void {
    this.addSql(`
      create table conversion_totals (
        workspace integer not null,
        tier smallint not null,
        bucket timestamptz not null,
        leads bigint not null,
        sales bigint not null,
        amount bigint not null,
        dense boolean not null,
        maintained boolean not null default true,
        primary key (workspace, tier, bucket)
      )`)
    this.addSql(`create index conversion_totals_bucket on conversion_totals (tier, bucket)`)
    this.addSql(`create index conversion_totals_unmaintained on conversion_totals (tier, bucket) where not maintained`)
  }

  private addConversionRollups(): void {
    this.addSql(`
      create table conversion_rollups (
        bucket timestamptz not null,
        leads bigint not null,
        sales bigint not null,
        amount bigint not null,
        workspace integer not null,
        value integer not null,
        tier smallint not null,
        dimension smallint not null,
        primary key (workspace, tier, bucket, dimension, value) include (leads, sales, amount)
      )`)
  }
}
