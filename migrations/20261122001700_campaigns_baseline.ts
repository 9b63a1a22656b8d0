/** Tables of the campaigns domain. */
import { Migration } from '@mikro-orm/migrations'

export class CampaignsBaseline extends Migration {
  override up(): void {
    // Without sender_partner_id the program wrote the message. read_in_app is the time at which the other side read it; emailed_at the
    // time at which it was part of an email.
    this.addSql(`
      create table messages (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        sender_partner_id text references partners on delete cascade,
        sender_user_id text references users on delete set null,
        text text not null,
        read_in_app timestamptz,
        emailed_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create index messages_thread on messages (program_id, partner_id, id desc)`)
    this.addSql(
      `create index messages_unread on messages (program_id, partner_id) where sender_partner_id is not null and read_in_app is null`,
    )
    this.addSql(`
      create index messages_to_email on messages (created_at)
      where sender_partner_id is null and read_in_app is null and emailed_at is null`)
    this.addSql(`create index messages_partner_id on messages (partner_id)`)
    this.addSql(`create index messages_sender_partner_id on messages (sender_partner_id)`)
    this.addSql(`create index messages_sender_user_id on messages (sender_user_id)`)
  }
}
