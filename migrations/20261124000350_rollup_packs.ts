// Rollups of closed buckets as arrays: a row for each value took 140 bytes per click with its index, an element of an array takes ten.
import { Migration } from '@mikro-orm/migrations'

const counters = { click: ['clicks'], conversion: ['leads', 'sales', 'amount'] }

/** Columns of clicks that hold the values of dimensions. */
const numberedColumns = ['client', 'country', 'utm', 'referer', 'link', 'base_url', 'market', 'place', 'referer_url', 'url']

/** Columns of clicks whose values contain all other texts. */
const joinedColumns = [
  'link',
  'address',
  'url',
  'base_url',
  'place',
  'coordinates',
  'client',
  'device_details',
  'user_agent',
  'referer_url',
  'utm',
]

export class RollupPacks extends Migration {
  override up(): void {
    for (const [kind, columns] of Object.entries(counters)) this.addPacks(kind, columns)
    this.shortenIdentities()
    this.storeBatchesUncompressed()
    this.addVisitors()
    this.indexLinksAlone()
  }

  // Up to 256 values of a dimension in a closed bucket, in ascending order, with the counters of each. The key contains the last value too,
  // so that an index scan finds the pack of a value. The rows of click_rollups and conversion_rollups add what changed since a bucket was
  // closed; a job moves them here. The views have the values of both, a value possibly in several rows.
  private addPacks(kind: string, columns: readonly string[]): void {
    this.addSql(`
      create table ${kind}_rollup_packs (
        bucket timestamptz not null,
        workspace integer not null,
        first integer not null,
        last integer not null,
        tier smallint not null,
        dimension smallint not null,
        "values" integer[] not null,
        ${columns.map((name) => `${name} bigint[] not null`).join(',\n        ')},
        primary key (workspace, tier, bucket, dimension, first, last)
      )`)
    // Rows stay whole. Most counters are small, so that they shrink to a quarter; numbers of values hardly do.
    const storage = columns.map((name) => `, alter column ${name} set storage main`)
    this.addSql(`alter table ${kind}_rollup_packs alter column "values" set storage plain${storage.join('')}`)
    const names = columns.join(', ')
    this.addSql(`
      create view ${kind}_rollup_values as
      select workspace, tier, bucket, dimension, value as first, value as last, value, ${names} from ${kind}_rollups
      union all
      select workspace, tier, bucket, dimension, first, last, each.*
      from ${kind}_rollup_packs as pack
        cross join lateral unnest("values", ${columns.map((name) => `pack.${name}`).join(', ')}) as each(value, ${names})`)
  }

  // New clicks have 8 bytes of the hash only. Older ones keep 32 bytes, of which the first 8 are read.
  private shortenIdentities(): void {
    this.addSql(`
      create or replace view clicks as
      select
        click.id, click.timestamp, workspace_id, link.parts[1] as link_id, address.parts[1] as domain, address.parts[2] as key,
        url.parts[1] as url, base_url.parts[1] as base_url, encode(substring(identity_hash for 8), 'hex') as identity_hash, ip,
        place.parts[1] as continent, place.parts[2] as country, substring(place.parts[3] from length(place.parts[2]) + 2) as region,
        place.parts[4] as city, coalesce(coordinates.parts[1], '') as latitude, coalesce(coordinates.parts[2], '') as longitude,
        client.parts[1] as device, device_details.parts[1] as device_vendor, device_details.parts[2] as device_model,
        client.parts[2] as browser, device_details.parts[3] as browser_version, device_details.parts[4] as engine,
        device_details.parts[5] as engine_version, client.parts[3] as os, device_details.parts[6] as os_version,
        device_details.parts[7] as cpu_architecture, coalesce(user_agent.parts[1], '') as ua, client.parts[4] = 'qr' as qr,
        referer_url.parts[1] as referer, referer_url.parts[2] as referer_url, client.parts[4] as trigger,
        utm.parts[1] as utm_source, utm.parts[2] as utm_medium, utm.parts[3] as utm_campaign, utm.parts[4] as utm_term,
        utm.parts[5] as utm_content,
        ${numberedColumns.map((name) => `click.${name} as ${name}_value`).join(', ')}, click.workspace
      from click_events as click
      left join workspace_numbers on no = click.workspace
      ${joinedColumns.map((name) => `left join dimension_values as ${name} on ${name}.id = click.${name}`).join('\n      ')}`)
  }

  // A row exists for a moment only, and compressing it took a fifth of the time that the database spends on a redirect.
  private storeBatchesUncompressed(): void {
    this.addSql('alter table queued_click_batches alter batch set storage external')
  }

  // The visitors of the facts of a segment, eight bytes each, so that unique visitors are counted without reading the clicks. Null in
  // segments from before; a job builds them again.
  private addVisitors(): void {
    this.addSql('alter table click_column_segments add column visitor bytea')
    this.addSql('alter table click_column_segments alter column visitor set storage external')
    this.addSql('drop index click_totals_large_hours')
    this.addSql('create index click_totals_large_hours on click_totals (bucket) where tier = 1 and clicks >= 500')
  }

  // Without the time, the entries of a link share its number: a fifth of the size of click_events_link. Existing partitions get the index
  // from a job that blocks no writer and then drops the former one; until then the index is not valid.
  private indexLinksAlone(): void {
    this.addSql(`
      do $$ begin
        if exists (select from pg_inherits where inhparent = 'click_events'::regclass) then
          create index click_events_of_link on only click_events (link);
        else
          create index click_events_of_link on click_events (link);
          drop index click_events_link;
        end if;
      end $$`)
  }
}
