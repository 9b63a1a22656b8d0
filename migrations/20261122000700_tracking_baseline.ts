// Clicks, leads and sales as they arrive, what keeps them from counting twice, exchange rates and attribution.
import { Migration } from '@mikro-orm/migrations'

/** Columns that leads and sales copy from their click. The view `clicks` has the same: queries read clicks, leads and sales alike. */
const clickColumns = `
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
        utm_content text not null`

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

/** Columns that leads and sales have in common. */
const conversionColumns = `
        click_id text not null,
        clicked_at timestamptz not null,
        customer_id text not null,
        event_name text not null,
        metadata jsonb`

export class TrackingBaseline extends Migration {
  override up(): void {
    this.addClicks()
    this.addClickIngestion()
    this.addLeads()
    this.addSales()
    this.addClaims()
    this.addConversionTriggers()
    this.addEventArrivals()
    this.addExchangeRates()
    this.addAttributionMoves()
    this.addVerificationReports()
  }

  private addClicks(): void {
    // Texts are numbers of dimension_values, because most of them repeat in every row. The columns named like those of click_facts have the
    // same values; the others are read through the view below only. The user agent and the coordinates are null once they are erased.
    this.addSql(`
      create table click_events (
        timestamp timestamptz not null,
        workspace integer not null,
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
        address integer not null,
        device_details integer not null,
        user_agent integer,
        coordinates integer,
        id text not null,
        identity_hash bytea not null,
        ip text not null,
        primary key (id, timestamp)
      ) partition by range (timestamp)`)
    this.addSql(`create index click_events_workspace on click_events (workspace, timestamp)`)
    this.addSql(`create index click_events_link on click_events (link, timestamp)`)
    // Finds the clicks of an hour in all workspaces with a few bytes per megabyte, because rows arrive nearly in the order of time.
    // No autosummarize: the roll-up job summarises new ranges itself, because the server's queue for it is short and logs each
    // statement that finds it full.
    this.addSql(`create index click_events_timestamp on click_events using brin (timestamp) with (pages_per_range = 32)`)

    this.addClickView()

    // Values that an erasure removed from a click: a job deletes those that no click has any more.
    this.addSql('create table erased_values (id integer primary key, noted_at timestamptz not null)')

    // Requests that were redirected but not counted as clicks, such as those of bots.
    this.addSql(`
      create table excluded_requests (
        workspace_id text not null,
        link_id text not null,
        day date not null,
        reason text not null,
        count bigint not null,
        primary key (workspace_id, day, link_id, reason)
      )`)
  }

  // Clicks with their texts. A join that a query does not need costs nothing: the planner removes it.
  private addClickView(): void {
    this.addSql(`
      create view clicks as
      select
        click.id, click.timestamp, workspace_id, link.parts[1] as link_id, address.parts[1] as domain, address.parts[2] as key,
        url.parts[1] as url, base_url.parts[1] as base_url, encode(identity_hash, 'hex') as identity_hash, ip,
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

  private addClickIngestion(): void {
    // The queue of click batches where PostgreSQL is the queue backend. A row is written before its visitors are redirected, and exists
    // for a moment only. Thousands of rows come and go while the table stays nearly empty, so autovacuum runs by their number, not by
    // the size of the table.
    this.addSql(`
      create table queued_click_batches (
        id text primary key,
        batch json not null
      ) with (
        autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0,
        toast.autovacuum_vacuum_scale_factor = 0,
        toast.autovacuum_vacuum_threshold = 1000,
        toast.autovacuum_vacuum_cost_delay = 0
      )`)

    // Batches that are stored already: a batch that is delivered again is skipped.
    this.addSql(`
      create table click_batches (
        id text primary key,
        at timestamptz not null default now()
      )`)
    this.addSql(`create index click_batches_at on click_batches using brin (at)`)

    // Visitors of the last hour, whose further clicks on the same link do not count. Unlogged: a crash may empty the table, after which
    // such a visitor counts once more and no click is lost.
    this.addSql(`
      create unlogged table recent_visits (
        visit uuid primary key,
        click_id text not null,
        at timestamptz not null
      ) with (fillfactor = 90)`)
    this.addSql(`create index recent_visits_at on recent_visits using brin (at)`)
  }

  private addLeads(): void {
    // named_click_id is the click that the request named, if the lead is attributed to another click.
    this.addSql(`
      create table lead_events (
        id text not null,
        timestamp timestamptz not null,${clickColumns},${conversionColumns},
        named_click_id text,
        named_clicked_at timestamptz,
        attributed_by text,
        primary key (id, timestamp)
      ) partition by range (timestamp)`)
    this.addSql(`create index lead_events_workspace on lead_events (workspace_id, timestamp)`)
    this.addSql(`create index lead_events_link on lead_events (workspace_id, link_id, timestamp)`)
    this.addSql(`create index lead_events_customer on lead_events (customer_id, timestamp)`)
  }

  private addSales(): void {
    // A refund is a row of its own with a negative amount. sales is what a row adds to the number of sales: 1 for a sale, 0 for a partial
    // refund, -1 for the refund of the remaining amount, and 1 for a row that restores a fully refunded sale.
    // rate_day is the day of the exchange rate that converted the amount. lead_name is the lead event that the request named.
    this.addSql(`
      create table sale_events (
        id text not null,
        timestamp timestamptz not null,${clickColumns},${conversionColumns},
        amount bigint not null,
        currency text not null,
        original_amount bigint not null,
        original_currency text not null,
        payment_processor text not null,
        invoice_id text,
        sales smallint not null check (sales in (-1, 0, 1)),
        recurring boolean not null,
        refund_of text,
        rate_day date,
        lead_name text,
        attributed_by text,
        primary key (id, timestamp),
        check (refund_of is not null or sales = 1)
      ) partition by range (timestamp)`)
    this.addSql(`create index sale_events_workspace on sale_events (workspace_id, timestamp)`)
    this.addSql(`create index sale_events_link on sale_events (workspace_id, link_id, timestamp)`)
    this.addSql(`create index sale_events_customer on sale_events (customer_id, timestamp)`)

    // The refunded amounts of each sale. A refund locks the row, so that concurrent refunds never exceed the amount paid.
    this.addSql(`
      create table sale_refunds (
        sale_id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        amount bigint not null default 0,
        original_amount bigint not null default 0
      )`)
    this.addSql(`create index sale_refunds_workspace_id on sale_refunds (workspace_id)`)
  }

  // A unique index of a partitioned table must contain the partition key, so it cannot prevent duplicates across months. The transaction
  // that stores an event inserts a row here instead.
  private addClaims(): void {
    this.addSql(`
      create table lead_claims (
        customer_id text not null references customers on delete cascade,
        event text not null,
        event_id text not null,
        primary key (customer_id, event)
      )`)
    this.addSql(`
      create table sale_claims (
        workspace_id text not null references workspaces on delete cascade,
        invoice_id text not null,
        event_id text not null,
        primary key (workspace_id, invoice_id)
      )`)
    this.addSql(`
      create table refund_claims (
        workspace_id text not null references workspaces on delete cascade,
        refund_id text not null,
        event_id text not null,
        primary key (workspace_id, refund_id)
      )`)
    // A customer is one conversion of a link, however many sales follow.
    this.addSql(`
      create table conversion_claims (
        customer_id text not null references customers on delete cascade,
        link_id text not null,
        primary key (customer_id, link_id)
      )`)
  }

  // Every change of a lead or sale is noted for the rollups.
  private addConversionTriggers(): void {
    for (const table of ['lead_events', 'sale_events']) {
      this.addSql(`
        create trigger ${table}_insert
        after insert on ${table} referencing new table as changed
        for each statement execute function record_pending_conversions()`)
      this.addSql(`
        create trigger ${table}_update
        after update on ${table} referencing new table as changed
        for each statement execute function record_pending_conversions()`)
      this.addSql(`
        create trigger ${table}_delete
        after delete on ${table} referencing old table as changed
        for each statement execute function record_pending_conversions()`)
    }
  }

  private addEventArrivals(): void {
    // The events that each transaction of the last day stored. Streams send events in the order of transactions, so that the events of a
    // transaction that commits late are sent late instead of never. No primary key: nothing refers to a row, and the index on
    // (workspace_id, tx, no) finds each of them.
    this.addSql(`
      create table event_arrivals (
        workspace_id text not null,
        tx xid8 not null default pg_current_xact_id(),
        no bigint generated always as identity,
        kind text not null,
        ids text[] not null,
        first timestamptz not null,
        last timestamptz not null,
        at timestamptz not null default now()
      )`)
    this.addSql(`create index event_arrivals_workspace on event_arrivals (workspace_id, tx, no)`)
    this.addSql(`create index event_arrivals_at on event_arrivals using brin (at)`)
  }

  private addExchangeRates(): void {
    // The latest known rates: one US dollar in units of each currency.
    this.addSql(`
      create table exchange_rates (
        currency text primary key check (currency = lower(currency)),
        per_dollar double precision not null check (per_dollar > 0),
        day date not null
      )`)
  }

  private addAttributionMoves(): void {
    // What a reattribution moves from one link to another, or would move.
    this.addSql(`
      create table attribution_moves (
        operation_id text not null references background_operations on delete cascade,
        event text not null check (event in ('lead', 'sale')),
        from_link text not null,
        to_link text not null,
        events bigint not null,
        amount bigint not null,
        primary key (operation_id, event, from_link, to_link)
      )`)
  }

  private addVerificationReports(): void {
    // Results of recounting counters and rollups from events.
    this.addSql(`
      create table verification_reports (
        id integer generated always as identity primary key,
        started_at timestamptz not null,
        finished_at timestamptz not null,
        differences bigint not null,
        report jsonb not null
      )`)
  }
}
