// Applications to partner programs, their images, and the visits of application pages.
import { Migration } from '@mikro-orm/migrations'

export class ApplicationsBaseline extends Migration {
  override up(): void {
    // An application has a partner once its email address is confirmed.
    this.addSql(`
      create table program_applications (
        id text primary key,
        program_id text not null references programs on delete cascade,
        group_id text references partner_groups on delete set null,
        partner_id text references partners on delete cascade,
        name text not null,
        email text not null check (email = lower(email)),
        country text,
        form_data jsonb not null,
        platforms jsonb not null,
        remind_at timestamptz,
        auto_reject_at timestamptz,
        submitted_at timestamptz,
        reviewed_at timestamptz,
        reviewed_by_user_id text references users on delete set null,
        rejection_reason text check (rejection_reason in ('needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other')),
        rejection_note text,
        fraud_suspicion text,
        referred_by_partner_id text references partners on delete set null,
        created_at timestamptz not null,
        check ((partner_id is null) = (submitted_at is null))
      )`)
    this.addSql(`create index program_applications_partner_id on program_applications (partner_id, program_id, id desc)`)
    this.addSql(
      `create index program_applications_referred_by_partner_id on program_applications (referred_by_partner_id) where referred_by_partner_id is not null`,
    )
    this.addSql(`create index program_applications_email on program_applications (program_id, email, id desc)`)
    this.addSql(`create index program_applications_group_id on program_applications (group_id)`)
    this.addSql(`create index program_applications_reviewed_by_user_id on program_applications (reviewed_by_user_id)`)
    this.addSql(`create index program_applications_remind_at on program_applications (remind_at) where remind_at is not null`)
    this.addSql(
      `create index program_applications_auto_reject_at on program_applications (auto_reject_at) where auto_reject_at is not null`,
    )

    // In a text column of its own, so that the file is kept.
    this.addSql(`
      create table program_application_images (
        application_id text not null references program_applications on delete cascade,
        field_id text not null,
        image text not null,
        primary key (application_id, field_id)
      )`)

    // One visit of an application page, with what became of it.
    this.addSql(`
      create table program_application_events (
        id text primary key,
        program_id text not null references programs on delete cascade,
        application_id text unique references program_applications on delete cascade,
        referral_source text,
        country text,
        visited_at timestamptz not null,
        started_at timestamptz,
        submitted_at timestamptz,
        approved_at timestamptz,
        rejected_at timestamptz
      )`)
    this.addSql(`create index program_application_events_visited_at on program_application_events (program_id, visited_at)`)
  }
}
