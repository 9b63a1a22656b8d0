// Links and what organises them. Names compare without regard to case, so unique indexes are over lower().
import { Migration } from '@mikro-orm/migrations'

export class LinksLinksTagsFoldersDomains extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists pg_trgm`)
    this.addSql(`create extension if not exists btree_gin`)
    this.addSql(`
      create table domains (
        id text primary key,
        slug text not null unique check (slug = lower(slug)),
        workspace_id text references workspaces on delete cascade,
        verified boolean not null default false,
        is_primary boolean not null default false,
        archived boolean not null default false,
        case_sensitive boolean not null default false,
        placeholder text,
        expired_url text,
        not_found_url text,
        logo text,
        apple_app_site_association jsonb,
        asset_links jsonb,
        link_retention_days integer check (link_retention_days > 0),
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index domains_workspace_id on domains (workspace_id)`)
    this.addSql(`
      create table folders (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        name text not null,
        description text,
        type text not null default 'default' check (type in ('default', 'mega')),
        access_level text check (access_level in ('write', 'read')),
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index folders_name on folders (workspace_id, lower(name))`)
    this.addSql(`
      create table folder_users (
        folder_id text not null references folders on delete cascade,
        user_id text not null references users on delete cascade,
        role text check (role in ('owner', 'editor', 'viewer')),
        created_at timestamptz not null,
        primary key (folder_id, user_id)
      )`)
    this.addSql(`
      create table tags (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        name text not null,
        color text not null default 'blue' check (color in ('red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray', 'pink')),
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index tags_name on tags (workspace_id, lower(name))`)
    this.addLinks()
    this.addSql(`
      create table link_tags (
        link_id text not null references links on delete cascade,
        tag_id text not null references tags on delete cascade,
        position integer not null,
        primary key (link_id, tag_id)
      )`)
    this.addSql(`create index link_tags_tag_id on link_tags (tag_id, link_id)`)
  }

  private addLinks(): void {
    this.addSql(`
      create table links (
        id text primary key,
        workspace_id text references workspaces on delete cascade,
        user_id text references users on delete set null,
        domain text not null,
        key text not null,
        lookup_key text not null,
        url text not null,
        short_link text not null,
        external_id text,
        tenant_id text,
        program_id text,
        partner_id text,
        folder_id text references folders on delete set null,
        archived boolean not null default false,
        track_conversion boolean not null default false,
        expires_at timestamptz,
        expired_url text,
        disabled_at timestamptz,
        banned_at timestamptz,
        password text,
        proxy boolean not null default false,
        title text,
        description text,
        image text,
        video text,
        rewrite boolean not null default false,
        do_index boolean not null default false,
        ios text,
        android text,
        geo jsonb,
        public_stats boolean not null default false,
        comments text,
        utm_source text,
        utm_medium text,
        utm_campaign text,
        utm_term text,
        utm_content text,
        test_variants jsonb,
        test_started_at timestamptz,
        test_completed_at timestamptz,
        link_retention_cleanup_disabled_at timestamptz,
        clicks bigint not null default 0,
        leads bigint not null default 0,
        conversions bigint not null default 0,
        sales bigint not null default 0,
        sale_amount bigint not null default 0,
        last_clicked timestamptz,
        last_lead_at timestamptz,
        last_conversion_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (domain, lookup_key)
      )`)
    // Counters change with every click batch: no index holds them and pages keep room, so that the update stays in its page.
    this.addSql(`alter table links set (fillfactor = 85)`)
    this.addSql(`create unique index links_external_id on links (workspace_id, lower(external_id)) where external_id is not null`)
    // Ids begin with the time of creation, so these two hold the order of every list; archived links are few and are skipped.
    this.addSql(`create index links_workspace_id on links (workspace_id, id desc) include (archived, folder_id)`)
    this.addSql(`create index links_folder_id on links (workspace_id, folder_id, id desc) include (archived)`)
    // Whoever deletes a folder asks for its links alone.
    this.addSql(`create index links_of_folder on links (folder_id) where folder_id is not null`)
    this.addSql(`create index links_tenant_id on links (workspace_id, tenant_id) where tenant_id is not null`)
    this.addSql(`create index links_user_id on links (workspace_id, user_id)`)
    this.addSql(`create index links_domain on links (workspace_id, domain)`)
    this.addSql(`create index links_partner on links (program_id, partner_id) where partner_id is not null`)
    // An upsert looks for the exact address; the digest keeps the index small however long the address is.
    this.addSql(`create index links_url on links (workspace_id, md5(url))`)
    // The workspace stands in the index beside the text: a search never reads what others have.
    this.addSql(`create index links_search on links using gin (workspace_id, (short_link || ' ' || url) gin_trgm_ops)`)
    this.addSql(`create index links_unclaimed on links (created_at) where workspace_id is null`)
  }
}
