/** Tables of the campaigns domain. */
import { Migration } from '@mikro-orm/migrations'

export class CampaignsBaseline extends Migration {
  override up(): void {
    this.addCampaigns()
    this.addEmails()
    this.addMessages()
    this.addEmailDomains()
    this.addPendingChecks()
  }

  private addCampaigns(): void {
    // Groups and tags are ids of the program; a deleted one matches no partner. sent_through is the last enrolment of a broadcast.
    this.addSql(`
      create table campaigns (
        id text primary key,
        program_id text not null references programs on delete cascade,
        user_id text references users on delete set null,
        type text not null check (type in ('marketing', 'transactional')),
        status text not null check (status in ('draft', 'scheduled', 'sending', 'sent', 'canceled', 'active', 'paused')),
        name text not null,
        subject text not null,
        preview text,
        sender text,
        body jsonb not null,
        group_ids jsonb not null default '[]',
        partner_tag_ids jsonb not null default '[]',
        trigger_conditions jsonb not null default '[]',
        scheduled_at timestamptz,
        sent_through text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index campaigns_program_id on campaigns (program_id, id)`)
    this.addSql(`create index campaigns_user_id on campaigns (user_id)`)
    this.addSql(`create index campaigns_due on campaigns (scheduled_at) where status in ('scheduled', 'sending')`)
    this.addSql(`create index campaigns_active on campaigns (program_id) where status = 'active'`)
  }

  private addEmails(): void {
    // An email without campaign_id is about messages. The token is part of the addresses of the opening image and of the page that ends
    // campaigns. A partner gets a campaign once.
    this.addSql(`
      create table notification_emails (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        campaign_id text references campaigns on delete cascade,
        recipient text not null check (recipient = lower(recipient)),
        token text not null unique,
        created_at timestamptz not null,
        delivered_at timestamptz,
        opened_at timestamptz,
        bounced_at timestamptz,
        failure text,
        unique (campaign_id, partner_id, recipient)
      )`)
    this.addSql(`create index notification_emails_campaign on notification_emails (campaign_id, id)`)
    this.addSql(`create index notification_emails_program_id on notification_emails (program_id)`)
    this.addSql(`create index notification_emails_of_messages on notification_emails (created_at) where campaign_id is null`)
    this.addSql(`create index notification_emails_partner_id on notification_emails (partner_id)`)
    // Addresses that get no campaigns of a program any more.
    this.addSql(`
      create table campaign_unsubscribes (
        program_id text not null references programs on delete cascade,
        email text not null check (email = lower(email)),
        created_at timestamptz not null,
        primary key (program_id, email)
      )`)
  }

  private addMessages(): void {
    // Without sender_partner_id the program wrote the message. read_in_app is the time at which the other side read it in its account;
    // read_in_email that at which it opened the email; emailed_at the time at which the message was part of an email.
    this.addSql(`
      create table messages (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        sender_partner_id text references partners on delete cascade,
        sender_user_id text references users on delete set null,
        type text not null default 'direct' check (type in ('direct', 'campaign')),
        campaign_id text references campaigns on delete set null,
        subject text,
        text text not null,
        read_in_app timestamptz,
        read_in_email timestamptz,
        emailed_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index messages_thread on messages (program_id, partner_id, id desc)`)
    this.addSql(
      `create index messages_unread on messages (program_id, partner_id) where sender_partner_id is not null and read_in_app is null`,
    )
    this.addSql(
      `create index messages_unread_of_partner on messages (partner_id, program_id) where sender_partner_id is null and read_in_app is null`,
    )
    this.addSql(`create index messages_to_email on messages (created_at) where read_in_app is null and emailed_at is null`)
    this.addSql(`create index messages_sender_partner_id on messages (sender_partner_id)`)
    this.addSql(`create index messages_sender_user_id on messages (sender_user_id)`)
    this.addSql(`create index messages_campaign_id on messages (campaign_id)`)
    // Without message_id the file was uploaded and not sent yet.
    this.addSql(`
      create table message_attachments (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        is_of_partner boolean not null,
        message_id text references messages on delete cascade,
        image text not null,
        file_name text not null,
        size integer not null,
        created_at timestamptz not null
      )`)
    this.addSql(`create index message_attachments_message_id on message_attachments (message_id)`)
    this.addSql(`create index message_attachments_thread on message_attachments (program_id, partner_id) where message_id is null`)
    this.addSql(`create index message_attachments_partner_id on message_attachments (partner_id)`)
    this.addSql(`create index message_attachments_image on message_attachments (image)`)
  }

  private addEmailDomains(): void {
    this.addSql(`
      create table email_domains (
        id text primary key,
        program_id text not null references programs on delete cascade,
        slug text not null check (slug = lower(slug)),
        status text not null check (status in ('pending', 'verified', 'failed')),
        last_checked timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (program_id, slug)
      )`)
  }

  // What changed about partners since the campaigns of their program were checked. Higher transactions only add rows, so they never wait.
  private addPendingChecks(): void {
    this.addSql(`
      create table pending_campaign_checks (
        enrolment_id text not null references enrolments on delete cascade,
        attributes text[] not null
      )`)
    this.addSql(`create index pending_campaign_checks_enrolment_id on pending_campaign_checks (enrolment_id)`)
    const totals = {
      totalLeads: 'total_leads',
      totalConversions: 'total_conversions',
      totalSaleAmount: 'total_sale_amount',
      totalCommissions: 'total_commissions',
    }
    const columns = Object.values(totals)
    const rowOf = (row: string) => `(${columns.map((name) => `${row}.${name}`).join(', ')})`
    const changed = Object.entries(totals).map(([name, column]) => `case when new.${column} <> old.${column} then '${name}' end`)
    this.addSql(`
      create function record_pending_campaign_check() returns trigger language plpgsql as $$
      begin
        insert into pending_campaign_checks (enrolment_id, attributes)
        select new.id, array_remove(array[${changed.join(', ')}], null)
        where exists (select from campaigns where program_id = new.program_id and status = 'active');
        return null;
      end $$`)
    this.addSql(`
      create trigger record_pending_campaign_check
      after update of ${columns.join(', ')} on enrolments
      for each row when (${rowOf('new')} is distinct from ${rowOf('old')}) execute function record_pending_campaign_check()`)
  }
}
