// Other systems that tell us what happens there: which are installed, where they send, what they sent, and what is known by their ids.
import { Migration } from '@mikro-orm/migrations'

export class IntegrationsConnectionsAndDeliveries extends Migration {
  override up(): void {
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
    // No reference to the connection: what it received may be much, and is deleted in batches when it is gone.
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
        waits_for text,
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
    this.addSql(
      `create index integration_deliveries_unfinished on integration_deliveries (changed_at) where state in ('received', 'retrying')`,
    )
    this.addSql(
      `create index integration_deliveries_waits_for on integration_deliveries (workspace_id, waits_for) where waits_for is not null`,
    )
    this.addSql(`
      create table integration_customers (
        workspace_id text not null references workspaces on delete cascade,
        provider text not null,
        external_id text not null,
        customer_id text not null references customers on delete cascade,
        primary key (workspace_id, provider, external_id)
      )`)
    this.addSql(`create index integration_customers_customer_id on integration_customers (customer_id)`)
    // The names of one sale all point at one of them, which has the sums. Null: only its names were told so far; false: nobody's.
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
