// Partner programs: programs, groups, partners, enrolments, their tags and comments, and the activity log.
import { Migration } from '@mikro-orm/migrations'

export class PartnersBaseline extends Migration {
  override up(): void {
    this.addPrograms()
    this.addGroups()
    this.addPartners()
    this.addEnrolments()
    this.addEnrolmentIndexes()
    this.addTagsAndComments()
    this.addActivityLog()
    this.addStatsFunction()
    this.addStatsTriggers()
    this.addPendingGroupMoves()
  }

  private addPrograms(): void {
    // workspaces.default_program_id names the program that requests act on.
    this.addSql(`
      create table programs (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        name text not null,
        slug text not null unique,
        domain text unique references domains (slug) on update cascade on delete set null,
        url text,
        logo text,
        description text,
        default_folder_id text references folders on delete set null,
        default_group_id text not null,
        primary_reward_event text not null default 'sale' check (primary_reward_event in ('click', 'lead', 'sale', 'referral')),
        min_payout_amount integer not null default 0 check (min_payout_amount >= 0),
        payout_mode text not null default 'internal' check (payout_mode in ('internal', 'hybrid', 'external')),
        invite_email_data jsonb,
        embed_data jsonb,
        resources jsonb,
        referral_form_data jsonb,
        application_requirements jsonb,
        categories jsonb not null default '[]',
        terms_url text,
        help_url text,
        support_email text,
        messaging_enabled_at timestamptz,
        partner_network_enabled_at timestamptz,
        added_to_marketplace_at timestamptz,
        featured_on_marketplace_at timestamptz,
        marketplace_header_image text,
        marketplace_ranking integer not null default 2147483647,
        started_at timestamptz,
        deactivated_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index programs_workspace_id on programs (workspace_id)`)
    this.addSql(`create index programs_default_folder_id on programs (default_folder_id)`)

    // A program never uses a domain of another workspace.
    this.addSql(`
      create function detach_transferred_domain() returns trigger language plpgsql as $$
      begin
        update programs set domain = null where domain = new.slug;
        return null;
      end $$`)
    this.addSql(`
      create trigger detach_transferred_domain after update of workspace_id on domains
      for each row when (old.workspace_id is distinct from new.workspace_id) execute function detach_transferred_domain()`)
  }

  private addGroups(): void {
    // The rewards and the discount of a group belong to a higher domain: no foreign keys.
    this.addSql(`
      create table partner_groups (
        id text primary key,
        program_id text not null references programs on delete cascade,
        name text not null,
        slug text not null,
        color text check (color in ('red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray')),
        logo text,
        wordmark text,
        brand_color text,
        holding_period_days integer not null default 0 check (holding_period_days in (0, 7, 14, 30, 60, 90)),
        auto_approve_partners_enabled_at timestamptz,
        click_reward_id text,
        lead_reward_id text,
        sale_reward_id text,
        referral_reward_id text,
        discount_id text,
        utm_template_id text references utm_templates on delete set null,
        additional_links jsonb,
        max_partner_links integer not null default 0 check (max_partner_links >= 0),
        link_structure text not null default 'short' check (link_structure in ('short', 'query', 'path')),
        move_rules jsonb,
        move_rules_disabled_at timestamptz,
        application_form_data jsonb,
        application_form_published_at timestamptz,
        lander_data jsonb,
        lander_published_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (program_id, slug)
      )`)
    this.addSql(`create index partner_groups_utm_template_id on partner_groups (utm_template_id) where utm_template_id is not null`)

    // group_id is null for a deleted default link whose partner links are being unbound.
    this.addSql(`
      create table group_default_links (
        id text primary key,
        program_id text not null references programs on delete cascade,
        group_id text references partner_groups on delete set null,
        domain text not null,
        url text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index group_default_links_url on group_default_links (group_id, md5(url))`)
    this.addSql(`create index group_default_links_program_id on group_default_links (program_id)`)

    // Which links of partners are copies of a default link.
    this.addSql(`
      create table partner_default_links (
        link_id text primary key references links on delete cascade,
        default_link_id text not null references group_default_links on delete cascade
      )`)
    this.addSql(`create index partner_default_links_default_link_id on partner_default_links (default_link_id, link_id)`)
  }

  private addPartners(): void {
    // A partner is a person or a company and belongs to no workspace: an enrolment makes it a member of one program.
    this.addSql(`
      create table partners (
        id text primary key,
        name text not null,
        username text unique,
        email text check (email = lower(email)) unique,
        image text,
        description text,
        country text,
        company_name text,
        profile_type text not null default 'individual' check (profile_type in ('individual', 'company')),
        network_status text not null default 'draft' check (network_status in ('draft', 'submitted', 'approved', 'rejected', 'trusted')),
        trusted_at timestamptz,
        submitted_at timestamptz,
        reviewed_at timestamptz,
        change_history jsonb,
        identity_verification_status text check (
          identity_verification_status in (
            'started', 'submitted', 'approved', 'declined', 'resubmissionRequested', 'expired', 'abandoned', 'review'
          )
        ),
        identity_verified_at timestamptz,
        identity_session jsonb,
        default_payout_method text check (default_payout_method in ('connect', 'stablecoin', 'paypal', 'tremendous')),
        payouts_enabled_at timestamptz,
        paypal_email text unique,
        stripe_connect_id text unique,
        stripe_recipient_id text unique,
        payout_method_hash text,
        crypto_wallet_address text,
        tremendous_email text,
        invoice_settings jsonb,
        referred_by_partner_id text references partners on delete set null,
        merged_into_id text references partners on delete set null,
        monthly_traffic text,
        industry_interests jsonb,
        preferred_earning_structures jsonb,
        sales_channels jsonb,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(
      `create index partners_referred_by_partner_id on partners (referred_by_partner_id) where referred_by_partner_id is not null`,
    )
    // The operator looks for accounts that are paid to one place.
    for (const column of ['payout_method_hash', 'crypto_wallet_address'])
      this.addSql(`create index partners_${column} on partners (${column}) where ${column} is not null`)
    this.addSql(`create index partners_submitted on partners (submitted_at) where network_status = 'submitted'`)
    this.addSql(`create index partners_merged_into_id on partners (merged_into_id) where merged_into_id is not null`)
    this.addSql(`
      create function partner_words(name text, email text, company_name text) returns tsvector language sql immutable
      return to_tsvector('simple',
        translate(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company_name, ''), '@._-+', '     '))`)
    this.addSql(`create index partners_words on partners using gin (partner_words(name, email, company_name))`)

    // Websites and social accounts of partners, at most one of each type.
    this.addSql(`
      create table partner_platforms (
        partner_id text not null references partners on delete cascade,
        type text not null check (type in ('website', 'youtube', 'twitter', 'linkedin', 'instagram', 'tiktok')),
        identifier text not null,
        platform_id text,
        avatar_url text,
        subscribers bigint not null default 0,
        posts bigint not null default 0,
        views bigint not null default 0,
        verified_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (partner_id, type)
      )`)
  }

  private addEnrolments(): void {
    // The rewards and the discount are copies of those of the group, or null while the enrolment is inactive. The totals are the sums over
    // the partner's links in the program; total_commissions is kept by the domain that owns commissions. Amounts are cents.
    this.addSql(`
      create table enrolments (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        tenant_id text,
        group_id text references partner_groups on delete set null,
        application_id text unique,
        click_reward_id text,
        lead_reward_id text,
        sale_reward_id text,
        referral_reward_id text,
        discount_id text,
        status text not null check (
          status in ('pending', 'approved', 'rejected', 'invited', 'declined', 'deactivated', 'banned', 'archived')
        ),
        total_clicks bigint not null default 0,
        total_leads bigint not null default 0,
        total_conversions bigint not null default 0,
        total_sales bigint not null default 0,
        total_sale_amount bigint not null default 0,
        total_commissions bigint not null default 0,
        customer_data_sharing_enabled_at timestamptz,
        group_move_disabled_at timestamptz,
        risk_monitoring_disabled_at timestamptz,
        banned_at timestamptz,
        banned_reason text check (
          banned_reason in ('tos_violation', 'inappropriate_content', 'fake_traffic', 'fraud', 'spam', 'brand_abuse')
        ),
        reapplication_timeframe text not null default 'standard' check (reapplication_timeframe in ('instant', 'standard', 'never')),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (partner_id, program_id),
        unique (program_id, tenant_id)
      ) with (fillfactor = 85)`)
  }

  // No index contains a total: clicks and sales update them all the time, and the new version of a row stays in its page. Lists sort the
  // rows of a program by any of them.
  private addEnrolmentIndexes(): void {
    this.addSql(`create index enrolments_created_at on enrolments (program_id, created_at, id)`)
    this.addSql(`create index enrolments_group_id on enrolments (group_id, status)`)
    this.addSql(`create index enrolments_status on enrolments (program_id, status, created_at)`)
  }

  private addTagsAndComments(): void {
    this.addSql(`
      create table partner_tags (
        id text primary key,
        program_id text not null references programs on delete cascade,
        name text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // Names compare without regard to case.
    this.addSql(`create unique index partner_tags_name on partner_tags (program_id, lower(name))`)

    this.addSql(`
      create table enrolment_tags (
        enrolment_id text not null references enrolments on delete cascade,
        tag_id text not null references partner_tags on delete cascade,
        created_at timestamptz not null,
        primary key (enrolment_id, tag_id)
      )`)
    this.addSql(`create index enrolment_tags_tag_id on enrolment_tags (tag_id, enrolment_id)`)

    this.addSql(`
      create table partner_comments (
        id text primary key,
        enrolment_id text not null references enrolments on delete cascade,
        user_id text references users on delete set null,
        text text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index partner_comments_enrolment_id on partner_comments (enrolment_id, id desc)`)
    this.addSql(`create index partner_comments_user_id on partner_comments (user_id)`)
  }

  // What changed in a program, and which user changed it; null for a change by the service or by the partner.
  private addActivityLog(): void {
    this.addSql(`
      create table activity_log (
        id text primary key,
        program_id text not null references programs on delete cascade,
        resource_type text not null,
        resource_id text not null,
        parent_resource_type text,
        parent_resource_id text,
        action text not null,
        user_id text references users on delete set null,
        description text,
        changes jsonb,
        created_at timestamptz not null
      )`)
    this.addSql(`create index activity_log_resource on activity_log (program_id, resource_type, resource_id, id desc)`)
    this.addSql(`create index activity_log_parent on activity_log (program_id, parent_resource_type, parent_resource_id, id desc)`)
    this.addSql(`create index activity_log_user_id on activity_log (user_id)`)
  }

  // The totals change in the transaction that changes a link, whatever changed it. Enrolments are locked in the order of their ids, after
  // all links of the statement, so that concurrent statements do not block each other.
  private addStatsFunction(): void {
    this.addSql(`
      create function add_to_enrolments(
        programs text[], partners text[], clicks bigint[], leads bigint[], conversions bigint[], sales bigint[], sale_amounts bigint[]
      ) returns void language plpgsql as $$
      begin
        perform e.id from enrolments e
        join unnest(programs, partners) as c(program_id, partner_id) on e.program_id = c.program_id and e.partner_id = c.partner_id
        order by e.id for no key update of e;
        update enrolments e set total_clicks = total_clicks + c.clicks, total_leads = total_leads + c.leads,
          total_conversions = total_conversions + c.conversions, total_sales = total_sales + c.sales,
          total_sale_amount = total_sale_amount + c.sale_amount
        from unnest(programs, partners, clicks, leads, conversions, sales, sale_amounts)
          as c(program_id, partner_id, clicks, leads, conversions, sales, sale_amount)
        where e.program_id = c.program_id and e.partner_id = c.partner_id;
      end $$`)
  }

  // New links have no clicks and no sales, so there is no trigger on insert.
  private addStatsTriggers(): void {
    const addTotals = (changes: string) => `
        perform add_to_enrolments(array_agg(program_id), array_agg(partner_id), array_agg(clicks::bigint), array_agg(leads::bigint),
          array_agg(conversions::bigint), array_agg(sales::bigint), array_agg(sale_amount::bigint))
        from (
          select program_id, partner_id, sum(clicks) as clicks, sum(leads) as leads, sum(conversions) as conversions, sum(sales) as sales,
            sum(sale_amount) as sale_amount
          from (${changes}) as links where program_id is not null and partner_id is not null
          group by program_id, partner_id
          having sum(clicks) <> 0 or sum(leads) <> 0 or sum(conversions) <> 0 or sum(sales) <> 0 or sum(sale_amount) <> 0
        ) as changes having count(*) > 0;`
    const columns = 'program_id, partner_id, clicks, leads, conversions, sales, sale_amount'
    const removed = `select program_id, partner_id, -clicks as clicks, -leads as leads, -conversions as conversions, -sales as sales,
            -sale_amount as sale_amount from old_links`
    this.addSql(`
      create function add_updated_links_to_enrolments() returns trigger language plpgsql as $$
      begin
        ${addTotals(`select ${columns} from new_links union all ${removed}`)}
        return null;
      end $$`)
    this.addSql(`
      create trigger add_updated_links_to_enrolments
      after update on links referencing old table as old_links new table as new_links
      for each statement execute function add_updated_links_to_enrolments()`)
    this.addSql(`
      create function subtract_deleted_links_from_enrolments() returns trigger language plpgsql as $$
      begin
        ${addTotals(removed)}
        return null;
      end $$`)
    this.addSql(`
      create trigger subtract_deleted_links_from_enrolments
      after delete on links referencing old table as old_links
      for each statement execute function subtract_deleted_links_from_enrolments()`)
  }

  // Partners whose totals changed since the move rules of their program were applied to them.
  private addPendingGroupMoves(): void {
    this.addSql(`create table pending_group_moves (enrolment_id text primary key references enrolments on delete cascade)`)
    this.addSql(`
      create function record_pending_group_move() returns trigger language plpgsql as $$
      begin
        insert into pending_group_moves (enrolment_id)
        select new.id where exists (select from partner_groups where program_id = new.program_id and move_rules is not null)
        on conflict do nothing;
        return null;
      end $$`)
    const totals = ['total_leads', 'total_conversions', 'total_sale_amount', 'total_commissions']
    const rowOf = (row: string) => `(${totals.map((name) => `${row}.${name}`).join(', ')})`
    this.addSql(`
      create trigger record_pending_group_move
      after update of ${totals.join(', ')} on enrolments
      for each row when (${rowOf('new')} is distinct from ${rowOf('old')}) execute function record_pending_group_move()`)
  }
}
