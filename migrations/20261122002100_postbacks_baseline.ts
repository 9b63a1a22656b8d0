// Webhooks of partners. They share the tables of the webhooks of workspaces, and so their delivery.
import { Migration } from '@mikro-orm/migrations'

export class PostbacksBaseline extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhooks add column partner_id text references partners on delete cascade,
        add constraint webhooks_owner check (num_nonnulls(workspace_id, partner_id) = 1)`)
    this.addSql(`create unique index webhooks_partner_url on webhooks (partner_id, url)`)
  }
}
