// People who became known: one row for each of the caller's own ids.
import { Migration } from '@mikro-orm/migrations'

export class CustomersCustomers extends Migration {
  override up(): void {
    // No reference to links, clicks or partners: what a customer came by may be deleted, and the customer stays.
    this.addSql(`
      create table customers (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        external_id text not null,
        name text,
        email text,
        avatar text,
        stripe_customer_id text unique,
        country text,
        link_id text,
        click_id text,
        clicked_at timestamptz,
        program_id text,
        partner_id text,
        sales bigint not null default 0,
        sale_amount bigint not null default 0,
        first_sale_at timestamptz,
        subscription_canceled_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (workspace_id, external_id)
      )`)
    this.addSql(`create index customers_id on customers (workspace_id, id)`)
    this.addSql(`create index customers_created_at on customers (workspace_id, created_at)`)
    this.addSql(`create index customers_sale_amount on customers (workspace_id, sale_amount)`)
    this.addSql(`create index customers_first_sale_at on customers (workspace_id, first_sale_at)`)
    this.addSql(`create index customers_email on customers (workspace_id, lower(email))`)
    this.addSql(`create index customers_country on customers (workspace_id, country)`)
    this.addSql(`create index customers_link_id on customers (link_id)`)
    this.addSql(`create index customers_partner_id on customers (partner_id)`)
    // Addresses are cut at their signs, so that a part of one is found as well.
    this.addSql(
      `create function customer_words(name text, email text) returns tsvector language sql immutable return to_tsvector('simple', translate(coalesce(name, '') || ' ' || coalesce(email, ''), '@._-+', '     '))`,
    )
    this.addSql(`create index customers_words on customers using gin (customer_words(name, email))`)
  }
}
