// Webhooks, the events they receive and the deliveries of each event.
import { Migration } from '@mikro-orm/migrations'

export class WebhooksBaseline extends Migration {
  override up(): void {
    this.addWebhooks()
    this.addEvents()
    this.addDeliveries()
  }

  private addWebhooks(): void {
    // The former secret stays valid until former_until. The lease names the process that delivers to the webhook.
    this.addSql(`
      create table webhooks (
        id text primary key,
        workspace_id text references workspaces on delete cascade,
        installation_id text,
        name text not null,
        url text not null,
        receiver text not null,
        triggers jsonb not null,
        link_scope text,
        sealed_secret text not null,
        former_secret text,
        former_until timestamptz(3),
        consecutive_failures integer not null default 0,
        last_failed_at timestamptz(3),
        pauses integer not null default 0,
        paused_until timestamptz(3),
        disabled_at timestamptz(3),
        leased_by text,
        leased_until timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`)
    this.addSql(`create unique index webhooks_url on webhooks (workspace_id, url)`)

    this.addSql(`
      create table link_webhooks (
        link_id text not null references links on delete cascade,
        webhook_id text not null references webhooks on delete cascade,
        primary key (link_id, webhook_id)
      )`)
    this.addSql(`create index link_webhooks_webhook on link_webhooks (webhook_id)`)

    this.addSql(`
      create table folder_webhooks (
        folder_id text not null references folders on delete cascade,
        webhook_id text not null references webhooks on delete cascade,
        primary key (webhook_id, folder_id)
      )`)
    this.addSql(`create index folder_webhooks_folder on folder_webhooks (folder_id)`)
  }

  private addEvents(): void {
    // body is the exact text that is signed and sent.
    this.addSql(`
      create table webhook_events (
        id text primary key,
        workspace_id text,
        event text not null,
        body text not null,
        created_at timestamptz(3) not null
      )`)
    this.addSql(`create index webhook_events_workspace on webhook_events (workspace_id)`)
    // Finds the events about a customer when the customer's data must be erased.
    this.addSql(`
      create index webhook_events_customer_id on webhook_events ((body::jsonb #>> '{data,customer,id}'))
      where event in ('lead.created', 'sale.created')`)
  }

  // No foreign keys in these two tables: at ten thousand rows a second, each would look up a row that was just read. A job deletes the
  // rows of deleted webhooks and events by their age.
  private addDeliveries(): void {
    // Events that a webhook has yet to receive, many in one row. A delivery gets its own row after its first attempt: most deliveries
    // succeed then, so their row is written once and never updated.
    this.addSql(`
      create table webhook_event_batches (
        id bigint generated always as identity primary key,
        webhook_id text not null,
        event_ids text[] not null,
        size integer not null,
        first_event text not null,
        last_event text not null,
        created_at timestamptz(3) not null
      )`)
    this.addSql(`create index webhook_event_batches_webhook on webhook_event_batches (webhook_id, id)`)
    this.addSql(`create index webhook_event_batches_last_event on webhook_event_batches (webhook_id, last_event)`)

    this.addSql(`
      create table webhook_deliveries (
        webhook_id text not null,
        event_id text not null,
        event text not null,
        state text not null check (state in ('pending', 'retrying', 'succeeded', 'failed')),
        tries smallint not null default 0,
        next_at timestamptz(3),
        give_up_at timestamptz(3) not null,
        http_status integer,
        attempts jsonb not null default '[]',
        created_at timestamptz(3) not null,
        primary key (webhook_id, event_id)
      )`)
    this.addSql(`create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where next_at is not null`)
  }
}
