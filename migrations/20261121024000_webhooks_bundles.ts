// What a webhook is still to be told of lies in bundles of events. A delivery becomes a row when it was tried: most are written once.
import { Migration } from '@mikro-orm/migrations'

export class WebhooksBundles extends Migration {
  override up(): void {
    this.addSql(`
      create table webhook_bundles (
        id bigint generated always as identity primary key,
        webhook_id text not null,
        event_ids text[] not null,
        size integer not null,
        first_event text not null,
        last_event text not null,
        created_at timestamptz(3) not null
      )`)
    this.addSql('create index webhook_bundles_webhook on webhook_bundles (webhook_id, id)')
    this.addSql('create index webhook_bundles_last_event on webhook_bundles (webhook_id, last_event)')
  }
}
