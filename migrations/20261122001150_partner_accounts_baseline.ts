// Users who act for partners.
import { Migration } from '@mikro-orm/migrations'

export class PartnerAccountsBaseline extends Migration {
  override up(): void {
    this.addSql(`
      create table partner_users (
        partner_id text not null references partners on delete cascade,
        user_id text not null references users on delete cascade,
        role text not null check (role in ('owner', 'member')),
        notification_preferences jsonb not null default '{}',
        selected_at timestamptz not null,
        created_at timestamptz not null,
        primary key (partner_id, user_id)
      )`)
    this.addSql(`create index partner_users_user_id on partner_users (user_id, selected_at desc)`)
    this.addSql(`
      create table partner_user_invites (
        partner_id text not null references partners on delete cascade,
        email text not null check (email = lower(email)),
        role text not null check (role in ('owner', 'member')),
        expires_at timestamptz not null,
        created_at timestamptz not null,
        primary key (partner_id, email)
      )`)
    this.addSql(`create index partner_user_invites_email on partner_user_invites (email)`)
    this.addSql(`create index partner_user_invites_expires_at on partner_user_invites (expires_at)`)

    // A link that accepts an invite names the account. The table belongs to the accounts domain, which knows no partners.
    this.addSql(`alter table one_time_tokens add column partner_id text references partners on delete cascade`)
    this.addSql(`create index one_time_tokens_partner_id on one_time_tokens (partner_id) where partner_id is not null`)
  }
}
