// Programs that act for members of a workspace: what they are, where they were let in, and with what.
import { Migration } from '@mikro-orm/migrations'

export class AccountsOauth extends Migration {
  override up(): void {
    this.addSql(`
      create table oauth_apps (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text references users on delete set null,
        name text not null,
        slug text not null unique,
        developer text not null,
        website text not null,
        description text,
        readme text,
        logo text,
        screenshots jsonb not null default '[]',
        client_id text not null unique,
        hashed_secret text not null,
        partial_secret text not null,
        redirect_uris jsonb not null,
        pkce boolean not null default false,
        verified boolean not null default false,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index oauth_apps_workspace_id on oauth_apps (workspace_id)`)
    this.addSql(`create index oauth_apps_user_id on oauth_apps (user_id)`)
    this.addSql(`
      create table oauth_installations (
        id text primary key,
        app_id text not null references oauth_apps on delete cascade,
        user_id text not null references users on delete cascade,
        workspace_id text not null references workspaces on delete cascade,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (workspace_id, app_id, user_id)
      )`)
    this.addSql(`create index oauth_installations_app_id on oauth_installations (app_id)`)
    this.addSql(`create index oauth_installations_user_id on oauth_installations (user_id)`)
    this.addSql(`
      create table oauth_codes (
        hashed_code text primary key,
        app_id text not null references oauth_apps on delete cascade,
        user_id text not null references users on delete cascade,
        workspace_id text not null references workspaces on delete cascade,
        scopes text not null,
        redirect_uri text not null,
        code_challenge text,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`)
    for (const column of ['app_id', 'user_id', 'workspace_id', 'expires_at'])
      this.addSql(`create index oauth_codes_${column} on oauth_codes (${column})`)
    // A used one stays until its end: when it comes again, somebody else has it.
    this.addSql(`
      create table oauth_refresh_tokens (
        hashed_token text primary key,
        installation_id text not null references oauth_installations on delete cascade,
        scopes text not null,
        created_at timestamptz not null,
        used_at timestamptz,
        expires_at timestamptz not null
      )`)
    for (const column of ['installation_id', 'expires_at'])
      this.addSql(`create index oauth_refresh_tokens_${column} on oauth_refresh_tokens (${column})`)
    this.addSql(
      `alter table tokens add constraint tokens_installation_id foreign key (installation_id) references oauth_installations on delete cascade`,
    )
    this.addSql(`create index tokens_installation_id on tokens (installation_id) where installation_id is not null`)
  }
}
