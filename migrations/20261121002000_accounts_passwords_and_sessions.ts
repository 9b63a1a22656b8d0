// How people prove who they are: passwords, sessions, links that work once, and the count of failed log-ins.
import { Migration } from '@mikro-orm/migrations'

export class AccountsPasswordsAndSessions extends Migration {
  override up(): void {
    // Apart from users: nothing that reads a user gets to hold a hash.
    this.addSql(`
      create table user_passwords (
        user_id text primary key references users on delete cascade,
        hash text not null,
        updated_at timestamptz not null
      )`)
    // By address and not by user: an address that nobody has is counted and locked alike, so a refusal does not tell who has an account.
    this.addSql(`
      create table log_in_failures (
        email text primary key check (email = lower(email)),
        count integer not null,
        last_at timestamptz not null,
        locked_until timestamptz
      )`)
    this.addSql(`create index log_in_failures_last_at on log_in_failures (last_at)`)
    this.addSql(`
      create table sessions (
        hashed_id text primary key,
        former_hashed_id text unique,
        former_until timestamptz,
        user_id text not null references users on delete cascade,
        user_agent text,
        address text not null,
        created_at timestamptz not null,
        rotated_at timestamptz not null,
        seen_at timestamptz not null,
        expires_at timestamptz not null
      )`)
    this.addSql(`create index sessions_user_id on sessions (user_id)`)
    this.addSql(`create index sessions_expires_at on sessions (expires_at)`)
    this.addSql(`
      create table one_time_tokens (
        hashed_token text primary key,
        purpose text not null check (purpose in ('password', 'email', 'invite')),
        user_id text references users on delete cascade,
        workspace_id text references workspaces on delete cascade,
        email text,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`)
    this.addSql(`create index one_time_tokens_user_id on one_time_tokens (user_id)`)
    this.addSql(`create index one_time_tokens_workspace_id on one_time_tokens (workspace_id)`)
    this.addSql(`create index one_time_tokens_expires_at on one_time_tokens (expires_at)`)
  }
}
