// What a workspace says of itself, and when its counters began.
import { Migration } from '@mikro-orm/migrations'

export class AccountsWorkspaceSettings extends Migration {
  override up(): void {
    this.addSql(`alter table workspaces add column logo text`)
    this.addSql(`alter table workspaces add column conversion_enabled boolean not null default false`)
    // Written by the job that starts periods, and by nobody else.
    this.addSql(`alter table workspaces add column billing_period_start timestamptz not null default now()`)
    this.addSql(`create index invites_email on invites (email)`)
    this.addSql(`create index invites_expires on invites (expires)`)
  }
}
