/** Which expiries of links come from the ban or the deactivation of their partner, so that its return leaves all others. */
import { Migration } from '@mikro-orm/migrations'

export class PartnerEndedLinks extends Migration {
  override up(): void {
    // The expiry that a ban or deactivation set; null for a link without an expiry, or with one of its own.
    this.addSql('alter table links add partner_ended_at timestamptz')
    // Partners who are banned or deactivated now: their links have had no mark, and all of them would have been restored.
    this.addSql(`
      update links set partner_ended_at = expires_at from enrolments e
      where e.program_id = links.program_id and e.partner_id = links.partner_id and e.status in ('banned', 'deactivated')
        and links.expires_at <= now()`)
  }
}
