import type { Scope } from '../../kernel/scope.js'
import type { PartnerRef } from '../groups/fraud-group.queries.js'
import type { ApplicantFacts } from './application-risks.js'

/** Types of the pending suspicions of the partner itself. */
export async function suspicionsOfPartner({ em }: Pick<Scope, 'em'>, { programId, partnerId }: PartnerRef): Promise<string[]> {
  const rows: { type: string }[] = await em.execute(
    `select distinct type from fraud_groups where program_id = ? and partner_id = ? and status = 'pending'
       and type in ('partnerCrossProgramBan', 'partnerDuplicateAccount') order by type`,
    [programId, partnerId],
  )
  return rows.map(({ type }) => type)
}

export async function applicantFacts({ em }: Pick<Scope, 'em'>, partnerId: string): Promise<ApplicantFacts> {
  const [row] = await em.execute<[ApplicantFacts]>(
    `select p.email, max(f.identifier) filter (where f.type = 'website') as website,
       count(*) filter (where f.type <> 'website')::int as "socialLinks",
       count(*) filter (where f.type <> 'website' and f.verified_at is not null)::int as "verifiedSocialLinks"
     from partners p left join partner_platforms f on f.partner_id = p.id where p.id = ? group by p.id`,
    [partnerId],
  )
  return row
}
