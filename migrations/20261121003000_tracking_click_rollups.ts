// Clicks a second time, in a form that questions are quickly answered from: narrow facts, and sums by dimension and span of time.
import { Migration } from '@mikro-orm/migrations'

export class TrackingClickRollups extends Migration {
  override up(): void {
    // Everything before this instant is in the tables below too; what is later is in click_events only.
    this.addSql(`create table click_watermark (one boolean primary key default true check (one), at timestamptz not null)`)
    this.addSql(`insert into click_watermark (at) values (date_bin('15 minutes', now(), 'epoch'))`)
    this.addSql(`create table rollup_workspaces (no integer generated always as identity primary key, workspace_id text not null unique)`)
    // Every text that a dimension takes gets a number, so that facts and rollups are small and of fixed width.
    this.addSql(`
      create table rollup_values (
        id integer generated always as identity primary key,
        workspace integer not null,
        kind smallint not null,
        digest bytea not null,
        parts text[] not null,
        unique (workspace, kind, digest)
      )`)
    this.addFacts()
    this.addSql(`
      create table click_totals (
        workspace integer not null,
        tier smallint not null,
        bucket timestamptz not null,
        clicks bigint not null,
        dense boolean not null,
        primary key (workspace, tier, bucket)
      )`)
    this.addSql(`create index click_totals_bucket on click_totals (tier, bucket)`)
    this.addSql(`
      create table click_rollups (
        tier smallint not null,
        bucket timestamptz not null,
        workspace integer not null,
        kind smallint not null,
        value integer not null,
        clicks bigint not null,
        primary key (tier, bucket, workspace, kind, value) include (clicks)
      )`)
  }

  private addFacts(): void {
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
    // By the hour and not by the instant: equal keys share an index entry, which makes it a quarter as large.
    this.addSql(`create index click_facts_workspace on click_facts (workspace, hour)`)
    this.addSql(`create index click_facts_link on click_facts (link, hour)`)
  }
}
