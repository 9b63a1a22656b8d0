// A deleted tag or folder leaves its workspace at once and its links in batches. Templates of campaigns, public statistics.
import { Migration } from '@mikro-orm/migrations'

export class LinksDetachedTagsAndFoldersUtmDashboards extends Migration {
  override up(): void {
    this.addSql(`alter table tags alter column workspace_id drop not null`)
    this.addSql(`alter table folders alter column workspace_id drop not null`)
    this.addSql(`create index tags_created_at on tags (workspace_id, id)`)
    this.addSql(`create index folders_created_at on folders (workspace_id, id)`)
    this.addSql(`create index folder_users_user_id on folder_users (user_id)`)
    this.addSql(`
      create table utm_templates (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text references users on delete set null,
        name text not null,
        utm_source text,
        utm_medium text,
        utm_campaign text,
        utm_term text,
        utm_content text,
        ref text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index utm_templates_name on utm_templates (workspace_id, lower(name))`)
    this.addSql(`create index utm_templates_user_id on utm_templates (user_id)`)
    this.addSql(`
      create table dashboards (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        link_id text unique references links on delete cascade,
        folder_id text unique references folders on delete cascade,
        user_id text references users on delete set null,
        password text,
        show_conversions boolean not null,
        do_index boolean not null default false,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (num_nonnulls(link_id, folder_id) = 1)
      )`)
    this.addSql(`create index dashboards_workspace_id on dashboards (workspace_id, id)`)
    this.addSql(`create index dashboards_user_id on dashboards (user_id)`)
  }
}
