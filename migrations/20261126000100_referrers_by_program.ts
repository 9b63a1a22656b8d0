/** Each program knows who referred a partner to it: the referrer belongs to the enrolment. */
import { Migration } from '@mikro-orm/migrations'

export class ReferrersByProgram extends Migration {
  override up(): void {
    this.addSql(`alter table enrolments add column referred_by_partner_id text references partners on delete set null`)
    this.copyReferrers()
    this.addSql(`
      create index enrolments_referred_by_partner_id on enrolments (referred_by_partner_id, program_id)
      where referred_by_partner_id is not null`)
    this.followFormerColumn()
  }

  // A partner had one referrer for all programs, who earned in those in which both are enrolled, whatever the status: a deactivated partner
  // can become active again. There the referrer stays the same. A second application of the partner could not set its referrer; if the
  // former one is not enrolled in that program, the application's counts there. Without any referrer, none is set: a program removed it.
  private copyReferrers(): void {
    this.addSql(`
      update enrolments e set referred_by_partner_id = r.partner_id
      from partners p join enrolments r on r.partner_id = p.referred_by_partner_id
      where p.id = e.partner_id and r.program_id = e.program_id and r.partner_id <> e.partner_id`)
    this.addSql(`
      update enrolments e set referred_by_partner_id = r.partner_id
      from program_applications a join enrolments r on r.partner_id = a.referred_by_partner_id and r.program_id = a.program_id, partners p
      where a.id = e.application_id and a.program_id = e.program_id and r.partner_id <> e.partner_id and p.id = e.partner_id
        and p.referred_by_partner_id is not null and e.referred_by_partner_id is null`)
  }

  // Processes of the former version still write the column of partners while they are replaced. Enrolments that have the same referrer as
  // that column, or none either, follow it. A later release drops the column, its index and this trigger.
  private followFormerColumn(): void {
    this.addSql(`
      create function copy_referrer_to_enrolments() returns trigger language plpgsql as $$
      begin
        update enrolments e set referred_by_partner_id = new.referred_by_partner_id
        where e.partner_id = new.id and e.referred_by_partner_id is not distinct from old.referred_by_partner_id
          and (new.referred_by_partner_id is null or exists (
            select from enrolments r where r.program_id = e.program_id and r.partner_id = new.referred_by_partner_id));
        return null;
      end $$`)
    this.addSql(`
      create trigger copy_referrer_to_enrolments after update of referred_by_partner_id on partners
      for each row when (old.referred_by_partner_id is distinct from new.referred_by_partner_id)
      execute function copy_referrer_to_enrolments()`)
  }
}
