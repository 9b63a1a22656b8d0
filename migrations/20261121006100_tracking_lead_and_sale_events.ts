// What follows clicks: leads and sales, one partition a month, each with a copy of what its click says.
import { Migration } from '@mikro-orm/migrations'

/** Columns that repeat those of `click_events`, in their order: questions about a dimension read all three tables alike. */
const ofClick = `
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
        click_id text not null,
        clicked_at timestamptz not null,
        customer_id text not null,
        event_name text not null,
        metadata jsonb`

export class TrackingLeadAndSaleEvents extends Migration {
  override up(): void {
    this.addSql(
      `create table lead_events (id text not null, timestamp timestamptz not null, ${ofClick}, primary key (id, timestamp)) partition by range (timestamp)`,
    )
    // A refund is an entry of its own with a negative amount. `sales` is what the entry adds to the count of sales: 1, 0 for a
    // refund in part, -1 for the one that gives back the rest.
    this.addSql(`
      create table sale_events (
        id text not null,
        timestamp timestamptz not null,
        ${ofClick},
        amount bigint not null,
        currency text not null,
        original_amount bigint not null,
        original_currency text not null,
        payment_processor text not null,
        invoice_id text,
        sales smallint not null check (sales in (-1, 0, 1)),
        recurring boolean not null,
        refund_of text,
        primary key (id, timestamp),
        check ((refund_of is null) = (sales = 1))
      ) partition by range (timestamp)`)
    for (const table of ['lead_events', 'sale_events']) {
      this.addSql(`create index ${table}_workspace on ${table} (workspace_id, timestamp)`)
      this.addSql(`create index ${table}_link on ${table} (workspace_id, link_id, timestamp)`)
      this.addSql(`create index ${table}_customer on ${table} (customer_id, timestamp)`)
    }
    this.addClaims()
  }

  // A unique index of a partitioned table holds within a month only. What may happen once is claimed here, in the event's transaction.
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
    // A customer who pays after coming by a link is one conversion of it, however often they pay.
    this.addSql(`
      create table conversion_claims (
        customer_id text not null references customers on delete cascade,
        link_id text not null,
        primary key (customer_id, link_id)
      )`)
  }
}
