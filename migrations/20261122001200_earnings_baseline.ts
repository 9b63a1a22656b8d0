// Rewards, discounts and discount codes, commissions, payouts, and the events whose earnings are not computed yet.
import { Migration } from '@mikro-orm/migrations'

export class EarningsBaseline extends Migration {
  override up(): void {
    this.addRewards()
    this.addDiscounts()
    this.addPayouts()
    this.addCommissions()
    this.addCommissionTotals()
    this.addPendingEarnings()
    this.addPendingEarningsTriggers()
  }

  private addRewards(): void {
    // A deleted reward stays for its commissions. Groups and enrolments refer to rewards by plain ids.
    this.addSql(`
      create table rewards (
        id text primary key,
        program_id text not null references programs on delete cascade,
        event text not null check (event in ('click', 'lead', 'sale', 'referral')),
        type text not null check (type in ('flat', 'percentage')),
        amount_in_cents integer,
        amount_in_percentage numeric(5, 2),
        max_duration smallint,
        modifiers jsonb,
        config jsonb,
        description text,
        tooltip_description text,
        spend_limit_amount integer,
        spend_limit_interval text check (spend_limit_interval in ('allTime', 'day', 'week', 'month')),
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((spend_limit_amount is null) = (spend_limit_interval is null))
      )`)
    this.addSql(`create index rewards_program_id on rewards (program_id, id)`)
  }

  private addDiscounts(): void {
    // amount is cents or a percentage.
    this.addSql(`
      create table discounts (
        id text primary key,
        program_id text not null references programs on delete cascade,
        amount numeric(12, 2) not null check (amount >= 0),
        type text not null check (type in ('flat', 'percentage')),
        max_duration smallint,
        coupon_id text,
        coupon_test_id text,
        description text,
        provider text not null check (provider in ('stripe', 'shopify', 'custom')),
        auto_provision_enabled_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index discounts_program_id on discounts (program_id, id)`)

    // A disabled code stays, so that no other partner can take it. Codes compare without regard to case.
    this.addSql(`
      create table discount_codes (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        link_id text not null unique references links on delete cascade,
        discount_id text references discounts on delete set null,
        code text not null,
        disabled_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index discount_codes_code on discount_codes (program_id, lower(code))`)
    this.addSql(`create index discount_codes_program_id on discount_codes (program_id, id desc)`)
    this.addSql(`create index discount_codes_partner_id on discount_codes (partner_id, id desc)`)
    this.addSql(`create index discount_codes_discount_id on discount_codes (discount_id, id desc)`)

    // Codes and coupons that a provider is being asked for; id is that of the code, or of the discount whose coupon it is.
    this.addSql(`
      create table discount_reservations (
        id text primary key,
        workspace_id text not null,
        program_id text not null references programs on delete cascade,
        discount_id text not null,
        code text,
        link_id text unique references links on delete cascade,
        partner_id text,
        reserved_at timestamptz not null
      )`)
    this.addSql(`create unique index discount_reservations_code on discount_reservations (program_id, lower(code))`)
  }

  private addPayouts(): void {
    this.addSql(`
      create table payouts (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        invoice_id text,
        user_id text references users on delete set null,
        amount bigint not null default 0,
        currency text not null default 'USD',
        status text not null check (status in ('pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled')),
        description text,
        period_start timestamptz,
        period_end timestamptz,
        mode text check (mode in ('internal', 'external')),
        method text check (method in ('connect', 'stablecoin', 'paypal', 'tremendous')),
        failure_reason text,
        trace_id text,
        initiated_at timestamptz,
        paid_at timestamptz,
        referrals_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // referrals_at: when the referral commissions for the payout were created.
    this.addSql(`create index payouts_without_referrals on payouts (id) where status in ('sent', 'completed') and referrals_at is null`)
    // Aggregation adds to the one pending payout of a partner.
    this.addSql(`create unique index payouts_pending on payouts (program_id, partner_id) where status = 'pending'`)
    this.addSql(`create index payouts_partner_id on payouts (partner_id, program_id, id)`)
    for (const column of ['amount', 'initiated_at', 'paid_at'])
      this.addSql(`create index payouts_${column} on payouts (program_id, ${column}, id)`)
    this.addSql(`create index payouts_invoice_id on payouts (invoice_id) where invoice_id is not null`)
    this.addSql(`create index payouts_user_id on payouts (user_id) where user_id is not null`)
  }

  // No foreign keys to links, customers, rewards and users: a commission stays when what it comes from is deleted.
  private addCommissions(): void {
    // event_id and (program_id, invoice_id) make a commission unique, whatever is repeated. amount and earnings are what remains of
    // event_amount and event_earnings after refunds of refunded_amount. banned_at marks what a ban canceled and an unban restores.
    // applied_reward says how event_earnings were computed from the event; it is null once a user changes them.
    this.addSql(`
      create table commissions (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        type text not null check (type in ('click', 'lead', 'sale', 'referral', 'custom')),
        status text not null
          check (status in ('pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold')),
        amount bigint not null,
        earnings bigint not null,
        quantity integer not null,
        currency text not null default 'usd',
        event_amount bigint not null,
        event_earnings bigint not null,
        refunded_amount bigint not null default 0,
        reward_id text,
        link_id text,
        payout_id text references payouts on delete set null,
        customer_id text,
        user_id text,
        event_id text,
        invoice_id text,
        description text,
        metadata jsonb,
        applied_reward jsonb,
        source_commission_id text,
        source_partner_id text,
        banned_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      ) with (fillfactor = 90)`)
    this.addSql(`create unique index commissions_event_id on commissions (event_id) where event_id is not null`)
    this.addSql(`create unique index commissions_invoice_id on commissions (program_id, invoice_id) where invoice_id is not null`)
    this.addSql(`create index commissions_id on commissions (program_id, id)`)
    // Far pages of the usual list skip a hundred thousand rows: here without looking at any of them.
    this.addSql(`
      create index commissions_listed on commissions (program_id, id)
      where earnings <> 0 and status not in ('duplicate', 'fraud', 'canceled')`)
    // Figures of the operator read a range of time over all programs.
    this.addSql(`create index commissions_created_at on commissions using brin (created_at)`)
    this.addSql(`create index commissions_amount on commissions (program_id, amount, id)`)
    this.addSql(`create index commissions_status on commissions (program_id, status, id)`)
    this.addSql(`create index commissions_partner_id on commissions (partner_id, program_id, id)`)
    this.addSql(`create index commissions_customer_id on commissions (customer_id, partner_id, type, id) where customer_id is not null`)
    this.addSql(`create index commissions_payout_id on commissions (payout_id) where payout_id is not null`)
    // New commissions that fraud detection did not check yet. They are not paid out.
    this.addSql(`create table unchecked_commissions (commission_id text primary key references commissions on delete cascade)`)
  }

  // What an enrolment earned changes in the transaction that changes a commission, whatever changed it. Enrolments are locked in the order
  // of their ids, so that concurrent statements do not block each other.
  private addCommissionTotals(): void {
    this.addSql(`
      create function add_commission_totals(programs text[], partners text[], earnings bigint[]) returns void language plpgsql as $$
      begin
        perform e.id from enrolments e
        join unnest(programs, partners) as c(program_id, partner_id) on e.program_id = c.program_id and e.partner_id = c.partner_id
        order by e.id for no key update of e;
        update enrolments e set total_commissions = total_commissions + c.earnings
        from unnest(programs, partners, earnings) as c(program_id, partner_id, earnings)
        where e.program_id = c.program_id and e.partner_id = c.partner_id;
      end $$`)
    this.addTotalsTrigger('insert', `select program_id, partner_id, earnings, status from made`)
    this.addTotalsTrigger('delete', `select program_id, partner_id, -earnings, status from gone`)
    this.addTotalsTrigger(
      'update',
      `select program_id, partner_id, earnings, status from made
       union all select program_id, partner_id, -earnings, status from gone`,
    )
  }

  private addTotalsTrigger(operation: 'insert' | 'update' | 'delete', changes: string): void {
    const tables = [operation === 'delete' ? '' : 'new table as made', operation === 'insert' ? '' : 'old table as gone']
    this.addSql(`
      create function total_commissions_${operation}() returns trigger language plpgsql as $$
      begin
        perform add_commission_totals(array_agg(program_id), array_agg(partner_id), array_agg(change)) from (
          select program_id, partner_id, sum(earnings)::bigint as change
          from (${changes}) as changed(program_id, partner_id, earnings, status)
          where status in ('pending', 'processed', 'paid')
          group by 1, 2 having sum(earnings) <> 0
        ) as totals having count(*) > 0;
        return null;
      end $$`)
    this.addSql(`
      create trigger total_commissions_${operation}
      after ${operation} on commissions referencing ${tables.filter(Boolean).join(' ')}
      for each statement execute function total_commissions_${operation}()`)
  }

  private addPendingEarnings(): void {
    // Leads, sales and refunds of partner links, written in the transaction of the event and deleted in the transaction that computes its
    // commission. No foreign keys: the events of a program that is deleted meanwhile are dropped. retry_at is set after an error.
    this.addSql(`
      create table pending_earnings (
        program_id text not null,
        partner_id text not null,
        at timestamptz not null,
        event_id text not null,
        kind text not null check (kind in ('lead', 'sale', 'refund')),
        quantity integer not null,
        retry_at timestamptz,
        primary key (program_id, partner_id, at, event_id)
      ) with (
        autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0
      )`)
  }

  private addPendingEarningsTriggers(): void {
    // A lead with a quantity is stored as that many events; the first one identifies it.
    this.addSql(`
      create function record_pending_leads() returns trigger language plpgsql as $$
      begin
        insert into pending_earnings (program_id, partner_id, at, event_id, kind, quantity)
        select links.program_id, links.partner_id, min(changed.timestamp), min(changed.id), 'lead', count(*)
        from changed join links on links.id = changed.link_id
        where links.program_id is not null and links.partner_id is not null
        group by links.program_id, links.partner_id, changed.customer_id, changed.event_name;
        return null;
      end $$`)
    // The refund of a sale that moved to another link since belongs to the partner who earned its commission.
    this.addSql(`
      create function record_pending_sales() returns trigger language plpgsql as $$
      begin
        insert into pending_earnings (program_id, partner_id, at, event_id, kind, quantity)
        select coalesce(commissions.program_id, links.program_id), coalesce(commissions.partner_id, links.partner_id),
          changed.timestamp, changed.id, case when changed.refund_of is null then 'sale' else 'refund' end, 1
        from changed
        left join commissions on commissions.event_id = changed.refund_of
        left join links on links.id = changed.link_id and links.program_id is not null
        where coalesce(commissions.partner_id, links.partner_id) is not null;
        return null;
      end $$`)
    for (const [table, name] of [
      ['lead_events', 'record_pending_leads'],
      ['sale_events', 'record_pending_sales'],
    ])
      this.addSql(`
        create trigger ${name}
        after insert on ${table} referencing new table as changed
        for each statement execute function ${name}()`)
  }
}
