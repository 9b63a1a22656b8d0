/** Named states of pages of the web console, per user and workspace. */
import { Migration } from '@mikro-orm/migrations'

export class SavedViews extends Migration {
  override up(): void {
    this.addSql(`
      create table saved_views (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text not null references users on delete cascade,
        page text not null,
        name text not null,
        query text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // Names compare without regard to case. The index also serves the list of a user.
    this.addSql(`create unique index saved_views_name on saved_views (user_id, workspace_id, page, lower(name))`)
    this.addSql(`create index saved_views_workspace_id on saved_views (workspace_id)`)
  }
}
