// Domains, folders, tags, links, UTM templates, dashboards and the counts of links.
import { Migration } from '@mikro-orm/migrations'

export class LinksBaseline extends Migration {
  override up(): void {
    // Hosts that links on shared domains may not lead to, beside BLOCKED_HOSTS.
    this.addSql(`create table blocked_hosts (host text primary key, created_at timestamptz not null)`)
    this.addSql(`create extension if not exists pg_trgm`)
    this.addSql(`create extension if not exists btree_gin`)
    this.addDomains()
    this.addFolders()
    this.addTags()
    this.addLinks()
    this.addLinkTags()
    this.addUtmTemplates()
    this.addDashboards()
    this.addLinkCounts()
    this.addCountTriggersOfLinks()
    this.addCountTriggersOfTags()
  }

  private addDomains(): void {
    // moved_from is the former name of a domain that is being renamed: links are found under both names until all of them are updated.
    // deleted_at is set while a job deletes the domain together with its links.
    this.addSql(`
      create table domains (
        id text primary key,
        slug text not null unique check (slug = lower(slug)),
        workspace_id text references workspaces on delete cascade,
        verified boolean not null default false,
        last_checked timestamptz,
        is_primary boolean not null default false,
        archived boolean not null default false,
        case_sensitive boolean not null default false,
        placeholder text,
        expired_url text,
        not_found_url text,
        logo text,
        apple_app_site_association jsonb,
        asset_links jsonb,
        deepview_data jsonb default '{}',
        link_retention_days integer check (link_retention_days > 0),
        moved_from text unique,
        deleted_at timestamptz,
        ordered_at timestamptz,
        registered_at timestamptz,
        registration_ends_at timestamptz,
        renewal_fee integer,
        auto_renewal_disabled_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // Domains that were registered through the registrar of the installation, for their renewal.
    this.addSql(`create index domains_registration on domains (registration_ends_at) where registration_ends_at is not null`)
    this.addSql(`create index domains_ordered_at on domains (ordered_at) where ordered_at is not null`)
    this.addSql(`create index domains_workspace_id on domains (workspace_id)`)
    // A workspace has at most one primary domain.
    this.addSql(`create unique index domains_primary on domains (workspace_id) where is_primary`)
    this.addSql(`
      create index domains_last_checked on domains (last_checked nulls first, id)
      where workspace_id is not null and deleted_at is null`)
    this.addSql(`create index domains_retention on domains (id) where link_retention_days is not null`)

    // Every workspace may use the shared domains, except those it hides.
    this.addSql(`
      create table hidden_shared_domains (
        workspace_id text not null references workspaces on delete cascade,
        slug text not null references domains (slug) on update cascade on delete cascade,
        primary key (workspace_id, slug)
      )`)
    this.addSql(`create index hidden_shared_domains_slug on hidden_shared_domains (slug)`)
  }

  private addFolders(): void {
    // workspace_id is null for a deleted folder: the folder leaves its workspace at once, and its links leave the folder in batches.
    this.addSql(`
      create table folders (
        id text primary key,
        workspace_id text references workspaces on delete cascade,
        name text not null,
        description text,
        type text not null default 'default' check (type in ('default', 'mega')),
        access_level text check (access_level in ('write', 'read')),
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // Names compare without regard to case.
    this.addSql(`create unique index folders_name on folders (workspace_id, lower(name))`)
    this.addSql(`create index folders_created_at on folders (workspace_id, id)`)

    this.addSql(`
      create table folder_users (
        folder_id text not null references folders on delete cascade,
        user_id text not null references users on delete cascade,
        role text check (role in ('owner', 'editor', 'viewer')),
        created_at timestamptz not null,
        primary key (folder_id, user_id)
      )`)
    this.addSql(`create index folder_users_user_id on folder_users (user_id)`)
  }

  private addTags(): void {
    // workspace_id is null for a deleted tag: the tag leaves its workspace at once, and its links in batches.
    this.addSql(`
      create table tags (
        id text primary key,
        workspace_id text references workspaces on delete cascade,
        name text not null,
        color text not null default 'blue' check (color in ('red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray', 'pink')),
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // Names compare without regard to case.
    this.addSql(`create unique index tags_name on tags (workspace_id, lower(name))`)
    this.addSql(`create index tags_created_at on tags (workspace_id, id)`)
  }

  private addLinks(): void {
    // Every batch of clicks updates the counters. No index contains them and each page keeps free space, so that the new version of a
    // row stays in its page and no index changes.
    // test_decided_at is the test_completed_at that was acted upon: a test with another end counts as another test.
    // stats_reset_at is set when a link moves to another workspace: events before it do not count there.
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
        sealed_password text,
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
        test_decided_at timestamptz,
        link_retention_cleanup_disabled_at timestamptz,
        stats_reset_at timestamptz,
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
      ) with (fillfactor = 85)`)
    this.addSql(`create unique index links_external_id on links (workspace_id, lower(external_id)) where external_id is not null`)
    this.addLinkListIndexes()
    this.addLinkSearchIndexes()
  }

  // Ids begin with the time of creation, so (…, id desc) is the order of every list. Each filter of a list has an index in that order: a
  // page of a large workspace is read from the index without sorting. Included columns let a scan skip archived links and other folders.
  private addLinkListIndexes(): void {
    this.addSql(`create index links_workspace_id on links (workspace_id, id desc) include (archived, folder_id)`)
    this.addSql(`create index links_folder_id on links (workspace_id, folder_id, id desc) include (archived)`)
    this.addSql(`create index links_domain on links (workspace_id, domain, id desc) include (archived, folder_id)`)
    this.addSql(`create index links_user_id on links (workspace_id, user_id, id desc) include (archived, folder_id)`)
    this.addSql(`create index links_tenant_id on links (workspace_id, tenant_id, id desc) where tenant_id is not null`)
    this.addSql(`create index links_partner_id on links (workspace_id, partner_id, id desc) where partner_id is not null`)
  }

  private addLinkSearchIndexes(): void {
    // The index holds the workspace beside the text: a search reads no entries of other workspaces.
    this.addSql(`create index links_search on links using gin (workspace_id, (short_link || ' ' || url) gin_trgm_ops)`)
    // Nearly every address contains a given pair of characters, so a search for one or two characters matches the beginning of keys.
    this.addSql(`create index links_lookup_key on links (workspace_id, lookup_key text_pattern_ops)`)
    // An upsert looks for the exact destination. The digest keeps the index small even if destinations are long.
    this.addSql(`create index links_url on links (workspace_id, md5(url))`)
    // Before an image is deleted, links that show it are looked for.
    this.addSql(`
      create index links_image on links (substring(image from '/files/([[:alnum:]_-]+[.][a-z]+)')) where image like '%/files/%'`)
    // Deleting a folder looks for its links without their workspace.
    this.addSql(`create index links_of_folder on links (folder_id) where folder_id is not null`)
    this.addSql(`create index links_partner on links (program_id, partner_id) where partner_id is not null`)
    this.addSql(`create index links_unclaimed on links (created_at) where workspace_id is null`)
    this.addSql(`
      create index links_undecided_tests on links (test_completed_at)
      where test_variants is not null and test_completed_at is distinct from test_decided_at`)
  }

  private addLinkTags(): void {
    this.addSql(`
      create table link_tags (
        link_id text not null references links on delete cascade,
        tag_id text not null references tags on delete cascade,
        position integer not null,
        primary key (link_id, tag_id)
      )`)
    this.addSql(`create index link_tags_tag_id on link_tags (tag_id, link_id)`)
  }

  private addUtmTemplates(): void {
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
    // Names compare without regard to case.
    this.addSql(`create unique index utm_templates_name on utm_templates (workspace_id, lower(name))`)
    this.addSql(`create index utm_templates_user_id on utm_templates (user_id)`)
  }

  // Public statistics of one link or one folder.
  private addDashboards(): void {
    this.addSql(`
      create table dashboards (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        link_id text unique references links on delete cascade,
        folder_id text unique references folders on delete cascade,
        user_id text references users on delete set null,
        sealed_password text,
        show_conversions boolean not null,
        do_index boolean not null default false,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (num_nonnulls(link_id, folder_id) = 1)
      )`)
    this.addSql(`create index dashboards_workspace_id on dashboards (workspace_id, id)`)
    this.addSql(`create index dashboards_user_id on dashboards (user_id)`)
  }

  // The number of links for each combination of values that a count may filter by, so that counting reads no links. A link counts once
  // without a tag (tag_id = '') and once for each of its tags. Missing values are empty texts, because primary keys hold no nulls.
  private addLinkCounts(): void {
    this.addSql(`
      create table link_counts (
        workspace_id text not null,
        tag_id text not null,
        domain text not null,
        folder_id text not null,
        user_id text not null,
        archived boolean not null,
        count integer not null,
        primary key (workspace_id, tag_id, domain, folder_id, user_id, archived)
      )`)

    // New links that are not yet part of links_usage and total_links, because another transaction held the row of the workspace.
    this.addSql(`
      create table pending_link_usage (
        workspace_id text not null references workspaces on delete cascade,
        links bigint not null
      )`)
    this.addSql(`create index pending_link_usage_workspace_id on pending_link_usage (workspace_id)`)

    // Changes that a job adds to link_counts later. Inserting a row takes no lock that another transaction waits for.
    this.addSql(`
      create table link_count_changes (
        workspace_id text not null,
        tag_id text not null,
        domain text not null,
        folder_id text not null,
        user_id text not null,
        archived boolean not null,
        count integer not null
      )`)
    this.addSql(`create index link_count_changes_workspace_id on link_count_changes (workspace_id, tag_id)`)

    // The current numbers: the sum of count over the matching rows.
    this.addSql(`
      create view link_counts_now as
      select workspace_id, tag_id, domain, nullif(folder_id, '') as folder_id, nullif(user_id, '') as user_id, archived, count
      from link_counts
      union all
      select workspace_id, tag_id, domain, nullif(folder_id, ''), nullif(user_id, ''), archived, count
      from link_count_changes`)
  }

  // Triggers record the changes, because foreign keys change links too: when a user, a folder or a workspace is deleted. Each statement
  // adds one row for each combination that it touches.
  private addCountTriggersOfLinks(): void {
    this.addSql(`
      create function count_inserted_links() returns trigger language plpgsql as $$
      begin
        insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count)
        select l.workspace_id, '', l.domain, coalesce(l.folder_id, ''), coalesce(l.user_id, ''), l.archived, count(*)
        from made l
        where workspace_id is not null
        group by 1, 2, 3, 4, 5, 6;
        return null;
      end $$`)
    this.addSql(`
      create trigger count_inserted_links
      after insert on links referencing new table as made
      for each statement execute function count_inserted_links()`)

    this.addSql(`
      create function count_deleted_links() returns trigger language plpgsql as $$
      begin
        insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count)
        select l.workspace_id, '', l.domain, coalesce(l.folder_id, ''), coalesce(l.user_id, ''), l.archived, -count(*)
        from gone l
        where workspace_id is not null
        group by 1, 2, 3, 4, 5, 6;
        return null;
      end $$`)
    this.addSql(`
      create trigger count_deleted_links
      after delete on links referencing old table as gone
      for each statement execute function count_deleted_links()`)

    // Runs before the deletion, because the tags of a link are deleted with it and its row is needed to count them off.
    this.addSql(`
      create function count_tags_of_deleted_links() returns trigger language plpgsql as $$
      begin
        insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count)
        select old.workspace_id, t.tag_id, old.domain, coalesce(old.folder_id, ''), coalesce(old.user_id, ''), old.archived, -1
        from (select a.tag_id from link_tags a where a.link_id = old.id) t;
        return old;
      end $$`)
    this.addSql(`
      create trigger count_tags_of_deleted_links
      before delete on links
      for each row when (old.workspace_id is not null) execute function count_tags_of_deleted_links()`)

    // Clicks update links all the time and change none of these columns: the condition is checked before the function is called.
    this.addSql(`
      create function count_updated_links() returns trigger language plpgsql as $$
      begin
        insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count)
        select old.workspace_id, t.tag_id, old.domain, coalesce(old.folder_id, ''), coalesce(old.user_id, ''), old.archived, -1
        from (select '' as tag_id union all (select a.tag_id from link_tags a where a.link_id = old.id)) t
        where old.workspace_id is not null
        union all
        select new.workspace_id, t.tag_id, new.domain, coalesce(new.folder_id, ''), coalesce(new.user_id, ''), new.archived, 1
        from (select '' as tag_id union all (select a.tag_id from link_tags a where a.link_id = old.id)) t
        where new.workspace_id is not null;
        return null;
      end $$`)
    this.addSql(`
      create trigger count_updated_links
      after update of workspace_id, domain, folder_id, user_id, archived on links
      for each row when (
        old.workspace_id is distinct from new.workspace_id
        or old.domain is distinct from new.domain
        or old.folder_id is distinct from new.folder_id
        or old.user_id is distinct from new.user_id
        or old.archived is distinct from new.archived
      ) execute function count_updated_links()`)
  }

  // Both functions lock the links against updates. Otherwise a link that changes its folder and loses a tag at the same time would lose
  // the tag in the count of its former folder.
  private addCountTriggersOfTags(): void {
    this.addSql(`
      create function count_inserted_link_tags() returns trigger language plpgsql as $$
      begin
        insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count)
        select l.workspace_id, l.tag_id, l.domain, coalesce(l.folder_id, ''), coalesce(l.user_id, ''), l.archived, count(*)
        from (
          select l.*, a.tag_id
          from made a
          join links l on l.id = a.link_id
          where l.workspace_id is not null
          order by l.id
          for share of l
        ) l
        group by 1, 2, 3, 4, 5, 6;
        return null;
      end $$`)
    this.addSql(`
      create trigger count_inserted_link_tags
      after insert on link_tags referencing new table as made
      for each statement execute function count_inserted_link_tags()`)

    this.addSql(`
      create function count_deleted_link_tags() returns trigger language plpgsql as $$
      begin
        insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count)
        select l.workspace_id, l.tag_id, l.domain, coalesce(l.folder_id, ''), coalesce(l.user_id, ''), l.archived, -count(*)
        from (
          select l.*, a.tag_id
          from gone a
          join links l on l.id = a.link_id
          where l.workspace_id is not null
          order by l.id
          for share of l
        ) l
        group by 1, 2, 3, 4, 5, 6;
        return null;
      end $$`)
    this.addSql(`
      create trigger count_deleted_link_tags
      after delete on link_tags referencing old table as gone
      for each statement execute function count_deleted_link_tags()`)
  }
}
