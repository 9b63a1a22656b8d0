// Who may do what: users, workspaces, members, invites and API keys.
import { Migration } from '@mikro-orm/migrations'

export class AccountsWorkspacesUsersTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id text primary key,
        name text,
        email text,
        image text,
        is_machine boolean not null default false,
        default_workspace text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index users_email on users (lower(email))`)
    this.addSql(`
      create table workspaces (
        id text primary key,
        name text not null,
        slug text not null unique,
        plan text not null check (plan in ('free', 'pro', 'business', 'business plus', 'business extra', 'business max', 'advanced', 'enterprise')),
        trial_ends_at timestamptz,
        publishable_key text unique,
        allowed_hostnames jsonb,
        usage bigint not null default 0,
        usage_limit bigint not null,
        links_usage bigint not null default 0,
        links_limit bigint not null,
        domains_limit integer not null,
        tags_limit integer not null,
        folders_limit integer not null,
        users_limit integer not null,
        total_links bigint not null default 0,
        total_clicks bigint not null default 0,
        billing_cycle_start integer not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`
      create table members (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text not null references users on delete cascade,
        role text not null check (role in ('owner', 'member', 'viewer', 'billing')),
        created_at timestamptz not null,
        unique (workspace_id, user_id)
      )`)
    this.addSql(`create index members_user_id on members (user_id)`)
    this.addSql(`
      create table invites (
        workspace_id text not null references workspaces on delete cascade,
        email text not null check (email = lower(email)),
        role text not null check (role in ('owner', 'member', 'viewer', 'billing')),
        expires timestamptz not null,
        created_at timestamptz not null,
        primary key (workspace_id, email)
      )`)
    this.addSql(`
      create table tokens (
        id text primary key,
        name text not null,
        hashed_key text not null unique,
        partial_key text not null,
        user_id text not null references users on delete cascade,
        workspace_id text references workspaces on delete cascade,
        scopes text,
        installation_id text,
        expires timestamptz,
        last_used timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index tokens_workspace_id on tokens (workspace_id)`)
    this.addSql(`create index tokens_user_id on tokens (user_id)`)
  }
}
