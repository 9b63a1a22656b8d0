/** SQL of the partners to whom campaigns are sent, and of what their emails contain. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

type WithEm = Pick<Scope, 'em'>

export interface CampaignAudience {
  id: string
  programId: string
  groupIds: readonly string[]
  partnerTagIds: readonly string[]
}

export interface Recipient {
  partnerId: string
  email: string
}

/**
 * The users of approved partners who get the campaign: groups and tags both match, the partner did not get it before, and the user neither
 * unsubscribed nor switched campaigns off. Partners without a user did not sign up themselves and get none.
 */
export const recipientsOf = (
  { em }: WithEm,
  { id, programId, groupIds, partnerTagIds }: CampaignAudience,
  partnerIds: readonly string[],
): Promise<Recipient[]> =>
  em.execute(
    `select e.partner_id as "partnerId", lower(u.email) as email
     from enrolments e join partner_users m on m.partner_id = e.partner_id join users u on u.id = m.user_id and u.email is not null
     where e.program_id = ? and e.partner_id = any (?::text[]) and e.status = 'approved'
       and coalesce((m.notification_preferences->>'marketingCampaign')::boolean, true)
       and (cardinality(?::text[]) = 0 or e.group_id = any (?::text[]))
       and (cardinality(?::text[]) = 0 or exists (select from enrolment_tags t where t.enrolment_id = e.id and t.tag_id = any (?::text[])))
       and not exists (select from notification_emails n where n.campaign_id = ? and n.partner_id = e.partner_id)
       and not exists (select from campaign_unsubscribes s where s.program_id = e.program_id and s.email = lower(u.email))
     order by e.id, 2`,
    [
      ...[programId, arrayLiteral(partnerIds), arrayLiteral(groupIds), arrayLiteral(groupIds)],
      ...[arrayLiteral(partnerTagIds), arrayLiteral(partnerTagIds), id],
    ],
  )

/** Approved partners of the program after an enrolment, in the order of enrolments. */
export const approvedPartnersAfter = (
  { em }: WithEm,
  programId: string,
  after: string,
  limit: number,
): Promise<{ enrolmentId: string; partnerId: string }[]> =>
  em.execute(
    `select id as "enrolmentId", partner_id as "partnerId" from enrolments
     where program_id = ? and id > ? and status = 'approved' order by id limit ?`,
    [programId, after, limit],
  )

interface RewardTerms {
  type: 'flat' | 'percentage'
  amountInCents: number | null
  amountInPercentage: number | null
  description: string | null
}

export interface PartnerValues {
  partnerId: string
  name: string
  email: string | null
  /** The oldest link of the partner in the program. */
  link: string | null
  sale: RewardTerms | null
  lead: RewardTerms | null
  click: RewardTerms | null
  referral: RewardTerms | null
}

const rewardOf = (event: string) => `(
  select json_build_object('type', r.type, 'amountInCents', r.amount_in_cents, 'amountInPercentage', r.amount_in_percentage,
    'description', r.description) from rewards r where r.id = e.${event}_reward_id and r.deleted_at is null) as ${event}`

/** What the variables of campaigns stand for, for some partners of a program. */
export const partnerValuesOf = ({ em }: WithEm, programId: string, partnerIds: readonly string[]): Promise<PartnerValues[]> =>
  em.execute(
    `select e.partner_id as "partnerId", p.name, p.email,
       (select l.short_link from links l where l.program_id = e.program_id and l.partner_id = e.partner_id order by l.id limit 1) as link,
       ${['sale', 'lead', 'click', 'referral'].map(rewardOf).join(', ')}
     from enrolments e join partners p on p.id = e.partner_id where e.program_id = ? and e.partner_id = any (?::text[])`,
    [programId, arrayLiteral(partnerIds)],
  )
