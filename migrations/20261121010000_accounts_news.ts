// What happened in a workspace, on its way to the systems that its owners named; and which of it anybody wants to hear.
import { Migration } from '@mikro-orm/migrations'

export class AccountsNews extends Migration {
  override up(): void {
    this.addSql(`alter table workspaces add column webhook_triggers jsonb not null default '[]'`)
    // `json` and not `jsonb`: what is sent keeps the order in which it was told.
    this.addSql(`
      create table news (
        id text primary key,
        workspace_id text not null,
        trigger text not null,
        data json not null,
        created_at timestamptz(3) not null
      )`)
  }
}
