// Customers of a workspace, one row for each external id.
import { Migration } from '@mikro-orm/migrations'

export class CustomersBaseline extends Migration {
  override up(): void {
    this.addCustomers()
    this.addSearch()
    this.addAliases()
  }

  private addCustomers(): void {
    // No foreign keys to links, clicks and partners: a customer stays when the source of its attribution is deleted.
    this.addSql(`
      create table customers (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        external_id text not null,
        name text,
        email text,
        avatar text,
        stripe_customer_id text,
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
    // Unique within the workspace only: an error must not reveal that another workspace knows the same customer.
    this.addSql(`
      create unique index customers_stripe_customer_id on customers (workspace_id, stripe_customer_id)
      where stripe_customer_id is not null`)
    this.addSql(`create index customers_id on customers (workspace_id, id)`)
    this.addSql(`create index customers_created_at on customers (workspace_id, created_at)`)
    this.addSql(`create index customers_sale_amount on customers (workspace_id, sale_amount)`)
    this.addSql(`create index customers_first_sale_at on customers (workspace_id, first_sale_at)`)
    this.addSql(`create index customers_email on customers (workspace_id, lower(email))`)
    this.addSql(`create index customers_country on customers (workspace_id, country)`)
    this.addSql(`create index customers_link_id on customers (link_id)`)
    this.addSql(`create index customers_partner_id on customers (partner_id)`)
  }

  private addSearch(): void {
    // Splits email addresses at their punctuation, so that a search finds parts of an address too.
    this.addSql(`
      create function customer_words(name text, email text) returns tsvector language sql immutable
      return to_tsvector('simple', translate(coalesce(name, '') || ' ' || coalesce(email, ''), '@._-+', '     '))`)
    this.addSql(`create index customers_words on customers using gin (customer_words(name, email))`)
  }

  private addAliases(): void {
    // Names of customers that were merged into another one; a request that uses such a name finds the remaining customer. An alias
    // has the form in which paths name customers: an id, or "ext_" and the external id.
    this.addSql(`
      create table customer_aliases (
        workspace_id text not null references workspaces on delete cascade,
        alias text not null,
        customer_id text not null references customers on delete cascade,
        primary key (workspace_id, alias)
      )`)
    this.addSql(`create index customer_aliases_customer_id on customer_aliases (customer_id)`)
  }
}
