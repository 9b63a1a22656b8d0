// Users, workspaces and their members, credentials, OAuth apps, request logs and workspace events.
import { Migration } from '@mikro-orm/migrations'

export class AccountsBaseline extends Migration {
  override up(): void {
    this.addUsers()
    this.addWorkspaces()
    this.addMembers()
    this.addLogIn()
    this.addOAuth()
    this.addTokens()
    this.addRequestLogs()
    this.addWorkspaceEvents()
    this.addSentEmails()
  }

  private addUsers(): void {
    this.addSql(`
      create table users (
        id text primary key,
        name text,
        email text,
        image text,
        is_machine boolean not null default false,
        default_workspace text,
        platform_role text check (platform_role in ('owner', 'member', 'viewer', 'billing')),
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // Email addresses compare without regard to case.
    this.addSql(`create unique index users_email on users (lower(email))`)
    // Addresses, and domains with a leading @, whose owners may not sign up.
    this.addSql(`create table blocked_emails (email text primary key, created_at timestamptz not null)`)
  }

  private addWorkspaces(): void {
    // Only the job that starts billing periods writes billing_period_start. webhook_triggers lists the triggers that at least one
    // webhook of the workspace wants, so that other events are not stored at all. default_program_id is a program of a higher domain.
    this.addSql(`
      create table workspaces (
        id text primary key,
        name text not null,
        slug text not null unique,
        logo text,
        plan text not null check (
          plan in ('free', 'pro', 'business', 'business plus', 'business extra', 'business max', 'advanced', 'enterprise')
        ),
        trial_ends_at timestamptz,
        billing_cycle_start integer not null,
        billing_period_start timestamptz not null default now(),
        publishable_key text unique,
        allowed_hostnames jsonb,
        conversion_enabled boolean not null default false,
        attribution_model text not null default 'last_click' check (attribution_model in ('last_click', 'first_click')),
        attribution_window_days integer check (attribution_window_days > 0),
        webhook_triggers jsonb not null default '[]',
        usage bigint not null default 0,
        usage_limit bigint not null,
        links_usage bigint not null default 0,
        links_limit bigint not null,
        domains_limit integer not null,
        tags_limit integer not null,
        folders_limit integer not null,
        users_limit integer not null,
        partners_usage bigint not null default 0,
        partners_limit integer not null,
        groups_limit integer not null,
        partner_tags_limit integer not null,
        default_program_id text,
        total_links bigint not null default 0,
        total_clicks bigint not null default 0,
        disabled_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)

    // Deleted workspaces: access ends with the row here, and a job deletes the data of the workspace afterwards.
    this.addSql(`
      create table closed_workspaces (
        workspace_id text primary key,
        closed_at timestamptz not null
      )`)
  }

  private addMembers(): void {
    // notification_preferences holds only what the member set; everything else has its default.
    this.addSql(`
      create table members (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text not null references users on delete cascade,
        role text not null check (role in ('owner', 'member', 'viewer', 'billing')),
        notification_preferences jsonb not null default '{}',
        former_role text check (former_role in ('owner', 'member', 'viewer', 'billing')),
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
    this.addSql(`create index invites_email on invites (email)`)
    this.addSql(`create index invites_expires on invites (expires)`)
  }

  private addLogIn(): void {
    // A table of its own, so that queries on users never read a password hash.
    this.addSql(`
      create table user_passwords (
        user_id text primary key references users on delete cascade,
        hash text not null,
        updated_at timestamptz not null
      )`)

    // Keyed by email address instead of user: unknown addresses are counted and locked too, so a refusal does not reveal whether an
    // account exists.
    this.addSql(`
      create table log_in_failures (
        email text primary key check (email = lower(email)),
        count integer not null,
        last_at timestamptz not null,
        locked_until timestamptz
      )`)
    this.addSql(`create index log_in_failures_last_at on log_in_failures (last_at)`)

    // Session ids rotate. The former id stays valid until former_until, for requests that are still under way with it.
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

    // Tokens of links in emails that work once.
    this.addSql(`
      create table one_time_tokens (
        hashed_token text primary key,
        purpose text not null check (purpose in (
          'password', 'email', 'restore-email', 'invite', 'partner-invite', 'partner-account', 'program-application', 'impersonation',
          'sign-in'
        )),
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

  private addOAuth(): void {
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
        installation_id text constraint oauth_codes_installation_id references oauth_installations on delete cascade,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`)
    this.addSql(`create index oauth_codes_installation_id on oauth_codes (installation_id) where installation_id is not null`)
    this.addSql(`create index oauth_codes_app_id on oauth_codes (app_id)`)
    this.addSql(`create index oauth_codes_user_id on oauth_codes (user_id)`)
    this.addSql(`create index oauth_codes_workspace_id on oauth_codes (workspace_id)`)
    this.addSql(`create index oauth_codes_expires_at on oauth_codes (expires_at)`)

    // A used refresh token stays until it expires: a second use shows that the token was stolen.
    this.addSql(`
      create table oauth_refresh_tokens (
        hashed_token text primary key,
        installation_id text not null references oauth_installations on delete cascade,
        scopes text not null,
        created_at timestamptz not null,
        used_at timestamptz,
        expires_at timestamptz not null
      )`)
    this.addSql(`create index oauth_refresh_tokens_installation_id on oauth_refresh_tokens (installation_id)`)
    this.addSql(`create index oauth_refresh_tokens_expires_at on oauth_refresh_tokens (expires_at)`)
  }

  // API keys, and the access tokens of OAuth installations.
  private addTokens(): void {
    this.addSql(`
      create table tokens (
        id text primary key,
        name text not null,
        hashed_key text not null unique,
        partial_key text not null,
        user_id text not null references users on delete cascade,
        workspace_id text references workspaces on delete cascade,
        scopes text,
        installation_id text constraint tokens_installation_id references oauth_installations on delete cascade,
        expires timestamptz,
        last_used timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index tokens_workspace_id on tokens (workspace_id)`)
    this.addSql(`create index tokens_user_id on tokens (user_id)`)
    this.addSql(`create index tokens_installation_id on tokens (installation_id) where installation_id is not null`)
  }

  private addRequestLogs(): void {
    // No foreign keys to workspaces and tokens: rows are written after the response, when either may be deleted already.
    this.addSql(`
      create table request_logs (
        id text primary key,
        workspace_id text not null,
        request_id text not null,
        at timestamptz not null,
        expires_at timestamptz not null,
        type text not null check (type in ('api', 'webhook')),
        method text not null,
        path text not null,
        route_pattern text not null,
        status_code integer not null,
        duration integer not null,
        user_agent text,
        query_params text,
        request_body text,
        response_body text,
        token_id text,
        user_id text
      )`)
    this.addSql(`create index request_logs_of_workspace on request_logs (workspace_id, at desc, id desc)`)
    this.addSql(`create index request_logs_expires_at on request_logs (expires_at)`)
  }

  private addWorkspaceEvents(): void {
    // Events of a workspace on their way to its webhooks. data is json instead of jsonb: it keeps the order of its keys.
    this.addSql(`
      create table webhook_outbox (
        id text primary key,
        workspace_id text not null,
        trigger text not null,
        data json not null,
        created_at timestamptz(3) not null
      )`)
  }

  private addSentEmails(): void {
    // Emails that are sent at most once in a period about the same subject.
    this.addSql(`
      create table sent_emails (
        kind text not null,
        subject text not null,
        sent_at timestamptz not null,
        primary key (kind, subject)
      )`)
    this.addSql(`create index sent_emails_sent_at on sent_emails (sent_at)`)
  }
}
