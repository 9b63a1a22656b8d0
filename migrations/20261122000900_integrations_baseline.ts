// Integrations with other systems: installations, connections, received deliveries, and the external ids of customers and sales.
import { Migration } from '@mikro-orm/migrations'

export class IntegrationsBaseline extends Migration {
  override up(): void {
    this.addConnections()
    this.addDeliveries()
    this.addExternalIds()
  }

  private addConnections(): void {
    this.addSql(`
      create table integration_installations (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        provider text not null,
        user_id text references users on delete set null,
        settings jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (workspace_id, provider)
      )`)
    this.addSql(`create index integration_installations_user_id on integration_installations (user_id)`)

    // The previous secret stays valid until previous_secret_until.
    this.addSql(`
      create table integration_connections (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        provider text not null,
        name text not null,
        status text not null check (status in ('pending', 'active', 'paused', 'disconnected')),
        settings jsonb not null,
        sealed_secret text,
        sealed_previous_secret text,
        previous_secret_until timestamptz,
        sealed_api_key text,
        user_id text references users on delete set null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index integration_connections_id on integration_connections (workspace_id, id)`)
    this.addSql(`create index integration_connections_user_id on integration_connections (user_id)`)
  }

  private addDeliveries(): void {
    // No foreign key to the connection: it may have very many deliveries, which a job deletes in batches after the connection.
    this.addSql(`
      create table integration_deliveries (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        connection_id text not null,
        external_id text not null,
        event_type text not null,
        state text not null check (state in ('received', 'retrying', 'processed', 'ignored', 'failed')),
        reason text,
        attempts integer not null default 0,
        pending_on text,
        customer_id text,
        headers jsonb not null,
        body bytea not null,
        received_at timestamptz not null,
        changed_at timestamptz not null,
        unique (connection_id, external_id)
      )`)
    this.addSql(`create index integration_deliveries_id on integration_deliveries (connection_id, id)`)
    this.addSql(`create index integration_deliveries_state on integration_deliveries (connection_id, state, id)`)
    this.addSql(`create index integration_deliveries_workspace_id on integration_deliveries (workspace_id)`)
    this.addSql(`create index integration_deliveries_received_at on integration_deliveries (received_at)`)
    this.addSql(`
      create index integration_deliveries_unfinished on integration_deliveries (changed_at)
      where state in ('received', 'retrying')`)
    this.addSql(`
      create index integration_deliveries_waits_for on integration_deliveries (workspace_id, pending_on)
      where pending_on is not null`)
    // Finds the deliveries about a customer when the customer's data must be erased.
    this.addSql(`
      create index integration_deliveries_customer_id on integration_deliveries (customer_id)
      where customer_id is not null`)
  }

  private addExternalIds(): void {
    this.addSql(`
      create table integration_customers (
        workspace_id text not null references workspaces on delete cascade,
        provider text not null,
        external_id text not null,
        customer_id text not null references customers on delete cascade,
        primary key (workspace_id, provider, external_id)
      )`)
    this.addSql(`create index integration_customers_customer_id on integration_customers (customer_id)`)

    // A provider may refer to one sale by several references. All of them point to the reference in "sale", whose row has the amounts.
    // attributed is null while only references are known, and false if the sale belongs to no customer.
    this.addSql(`
      create table integration_sales (
        workspace_id text not null references workspaces on delete cascade,
        provider text not null,
        reference text not null,
        sale text not null,
        attributed boolean,
        amount bigint not null default 0,
        gross bigint not null default 0,
        refunded bigint not null default 0,
        created_at timestamptz not null,
        primary key (workspace_id, provider, reference)
      )`)
    this.addSql(`create index integration_sales_sale on integration_sales (workspace_id, provider, sale)`)
  }
}
