// What PostgreSQL stores if events are in ClickHouse.
import { Migration } from '@mikro-orm/migrations'

export class EventsInClickHouse extends Migration {
  override up(): void {
    // One row, as soon as it is decided where events are. moving_to is set while events are copied to the other store.
    this.addSql(`
      create table event_store (
        one boolean primary key default true check (one),
        name text not null check (name in ('postgres', 'clickhouse')),
        moving_to text check (moving_to in ('postgres', 'clickhouse') and moving_to <> name)
      )`)

    // Clicks that are counted and not in ClickHouse yet. The content is what ClickHouse receives and never changes: its id is the token by
    // which ClickHouse recognises a block that is sent again. Contents are not compressed, because a row exists for a moment only.
    this.addSql(`
      create table click_blocks (
        id text primary key,
        first timestamptz not null,
        last timestamptz not null,
        workspaces text[] not null,
        ids text[] not null,
        content text not null
      ) with (
        autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0,
        toast.autovacuum_vacuum_scale_factor = 0,
        toast.autovacuum_vacuum_threshold = 1000,
        toast.autovacuum_vacuum_cost_delay = 0
      )`)
    this.addSql(`alter table click_blocks alter content set storage external`)

    // Ids of the clicks of the last day: a click whose id is repeated by a cookie is stored once.
    this.addSql(`create table recent_clicks (id text primary key, at timestamptz not null)`)
    this.addSql(`create index recent_clicks_at on recent_clicks using brin (at)`)

    // Later versions of a lead or sale replace earlier ones in ClickHouse.
    this.addSql(`create sequence conversion_versions`)
  }
}
