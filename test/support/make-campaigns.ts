/** Factories for rows of campaigns. */
import { Campaign } from '../../shared/campaigns/campaigns/campaign.entity.js'
import type { Database } from '../../shared/kernel/db/database.js'
import { newId } from '../../shared/kernel/ids.js'
import type { HasId } from './store-row.js'

export const bodyOf = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

export function campaignMakers(database: Database) {
  return {
    /** A draft that is complete. */
    async campaign(program: HasId, overrides: Partial<Campaign> = {}): Promise<Campaign> {
      const em = database.orm.em.fork()
      const campaign = em.create(Campaign, {
        id: newId('cmp_'),
        programId: program.id,
        type: 'marketing',
        status: 'draft',
        name: 'Spring news',
        subject: 'News for {{PartnerName}}',
        body: bodyOf('Hello {{PartnerName|there}}'),
        groupIds: [],
        partnerTagIds: [],
        triggerConditions: [],
        createdAt: new Date(),
        updatedAt: new Date(),
        ...overrides,
      })
      await em.persistAndFlush(campaign)
      return campaign
    },

    /** Lets partners write to the program. */
    acceptMessages: (program: HasId) => database.pool.query('update programs set messaging_enabled_at = now() where id = $1', [program.id]),

    /** An image that the program uploaded for a message to the partner. Returns its id. */
    async attachment(program: HasId, partner: HasId): Promise<string> {
      const id = newId('msa_')
      await database.pool.query(
        `insert into message_attachments (id, program_id, partner_id, is_of_partner, image, file_name, size, created_at)
         values ($1, $2, $3, false, 'https://files.example/one.png', 'one.png', 3, now())`,
        [id, program.id, partner.id],
      )
      return id
    },

    async emailDomain(program: HasId, slug: string, status = 'verified'): Promise<string> {
      const id = newId('edom_')
      await database.pool.query(
        'insert into email_domains (id, program_id, slug, status, created_at, updated_at) values ($1, $2, $3, $4, now(), now())',
        [id, program.id, slug, status],
      )
      return id
    },

    /** An email of a campaign that was accepted by the mail server. Returns its token. */
    async campaignEmail(
      { id: campaignId, programId }: Pick<Campaign, 'id' | 'programId'>,
      partner: HasId,
      recipient: string,
    ): Promise<string> {
      const [id, token] = [newId('em_'), newId('em_')]
      await database.pool.query(
        `insert into notification_emails (id, program_id, partner_id, campaign_id, recipient, token, created_at, delivered_at)
         values ($1, $2, $3, $4, $5, $6, now(), now())`,
        [id, programId, partner.id, campaignId, recipient, token],
      )
      return token
    },
  }
}
