// Clicks as they arrived, one partition a month, and the requests that were followed but not counted.
import { Migration } from '@mikro-orm/migrations'

export class TrackingClickEvents extends Migration {
  override up(): void {
    this.addSql(`
      create table click_events (
        id text not null,
        timestamp timestamptz not null,
        workspace_id text not null,
        link_id text not null,
        domain text not null,
        key text not null,
        url text not null,
        base_url text not null,
        identity_hash text not null,
        ip text not null,
        continent text not null,
        country text not null,
        region text not null,
        city text not null,
        latitude text not null,
        longitude text not null,
        device text not null,
        device_vendor text not null,
        device_model text not null,
        browser text not null,
        browser_version text not null,
        engine text not null,
        engine_version text not null,
        os text not null,
        os_version text not null,
        cpu_architecture text not null,
        ua text not null,
        qr boolean not null,
        referer text not null,
        referer_url text not null,
        trigger text not null check (trigger in ('qr', 'link', 'pageview', 'deeplink')),
        utm_source text not null,
        utm_medium text not null,
        utm_campaign text not null,
        utm_term text not null,
        utm_content text not null,
        primary key (id, timestamp)
      ) partition by range (timestamp)`)
    this.addSql(`create index click_events_workspace on click_events (workspace_id, timestamp)`)
    this.addSql(`create index click_events_link on click_events (workspace_id, link_id, timestamp)`)
    // Rows arrive nearly in the order of time, so a few bytes per megabyte find those of an hour in every workspace.
    this.addSql(
      `create index click_events_timestamp on click_events using brin (timestamp) with (pages_per_range = 32, autosummarize = on)`,
    )
    this.addSql(`
      create table excluded_requests (
        workspace_id text not null,
        link_id text not null,
        day date not null,
        reason text not null,
        count bigint not null,
        primary key (workspace_id, day, link_id, reason)
      )`)
    this.addPartitionMaker()
  }

  // The table is made apart and then attached: that lets readers and writers of the other months go on.
  private addPartitionMaker(): void {
    this.addSql(`
      create function ensure_month_partition(parent text, at timestamptz) returns void language plpgsql as $$
      declare
        first timestamptz := date_trunc('month', at, 'UTC');
        following timestamptz := date_trunc('month', first + interval '32 days', 'UTC');
        name text := parent || '_' || to_char(first at time zone 'UTC', 'YYYYMM');
      begin
        if to_regclass(quote_ident(name)) is not null then return; end if;
        perform pg_advisory_xact_lock(hashtext('ensure_month_partition'));
        -- Not to_regclass: it may answer from what was remembered before the lock was waited for.
        if exists (select from pg_class where relname = name and relnamespace = current_schema()::regnamespace) then return; end if;
        execute format('create table %I (like %I including defaults including constraints)', name, parent);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first, following);
      end $$`)
  }
}
