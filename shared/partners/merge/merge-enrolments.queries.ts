/** SQL of merging two accounts of one partner. */
import type { Scope } from '../../kernel/scope.js'
import type { ChangedLink } from '../enrolments/enrolment.queries.js'

interface Merge {
  programId: string
  sourcePartnerId: string
  targetPartnerId: string
}

/** Programs in which the partner is enrolled or referred others. */
export async function programsOfPartner({ em }: Pick<Scope, 'em'>, partnerId: string): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select program_id as id from enrolments where partner_id = ?
     union select program_id from enrolments where referred_by_partner_id = ? order by 1`,
    [partnerId, partnerId],
  )
  return rows.map(({ id }) => id)
}

/** Partners whom the partner referred to the program. */
export async function partnersReferredBy({ em }: Pick<Scope, 'em'>, programId: string, partnerId: string): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    'select partner_id as id from enrolments where program_id = ? and referred_by_partner_id = ?',
    [programId, partnerId],
  )
  return rows.map(({ id }) => id)
}

/** Whom the source referred, the target referred from now on. Nobody refers themselves. */
export async function moveReferrals(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { programId, sourcePartnerId, targetPartnerId }: Merge,
): Promise<void> {
  await em.execute(
    `update enrolments set referred_by_partner_id = nullif(?::text, partner_id), updated_at = ?
     where program_id = ? and referred_by_partner_id = ?`,
    [targetPartnerId, now(), programId, sourcePartnerId],
  )
}

/** The totals start at 0: the links and commissions that are moved next add theirs. */
export async function repointEnrolment({ em, now }: Pick<Scope, 'em' | 'now'>, enrolmentId: string, partnerId: string): Promise<void> {
  await em.execute(
    `update enrolments set partner_id = ?, referred_by_partner_id = nullif(referred_by_partner_id, ?), updated_at = ?, total_clicks = 0, total_leads = 0,
       total_conversions = 0, total_sales = 0, total_sale_amount = 0, total_commissions = 0 where id = ?`,
    [partnerId, partnerId, now(), enrolmentId],
  )
}

const adopted = ['status', 'group_id', 'click_reward_id', 'lead_reward_id', 'sale_reward_id', 'referral_reward_id', 'discount_id']

/** The target gets status, group and rewards of the source. */
export async function adoptStatus({ em, now }: Pick<Scope, 'em' | 'now'>, sourceId: string, targetId: string): Promise<void> {
  await em.execute(
    `update enrolments target set ${adopted.map((column) => `${column} = source.${column}`).join(', ')},
       created_at = source.created_at, updated_at = ?
     from enrolments source where source.id = ? and target.id = ?`,
    [now(), sourceId, targetId],
  )
}

/** The target gets the tenantId of the source unless it has one. Two statements, because tenantIds are unique at all times. */
export async function setTenant({ em }: Pick<Scope, 'em'>, sourceId: string, targetId: string): Promise<void> {
  const rows: { tenantId: string | null }[] = await em.execute('select tenant_id as "tenantId" from enrolments where id = ?', [sourceId])
  const tenantId = rows[0]?.tenantId ?? null
  if (tenantId === null) return
  await em.execute('update enrolments set tenant_id = null where id = ?', [sourceId])
  await em.execute('update enrolments set tenant_id = ? where id = ? and tenant_id is null', [tenantId, targetId])
}

/** The target gets the referrer of the source unless it has one. */
export async function setReferrer({ em }: Pick<Scope, 'em'>, sourceId: string, targetId: string): Promise<void> {
  await em.execute(
    `update enrolments target set referred_by_partner_id = nullif(source.referred_by_partner_id, target.partner_id)
     from enrolments source where source.id = ? and target.id = ? and target.referred_by_partner_id is null`,
    [sourceId, targetId],
  )
}

export async function moveTagsAndComments({ em }: Pick<Scope, 'em'>, sourceId: string, targetId: string): Promise<void> {
  await em.execute(
    `insert into enrolment_tags (enrolment_id, tag_id, created_at)
     select ?, tag_id, created_at from enrolment_tags where enrolment_id = ? on conflict do nothing`,
    [targetId, sourceId],
  )
  await em.execute('update partner_comments set enrolment_id = ? where enrolment_id = ?', [targetId, sourceId])
}

export async function moveActivities({ em }: Pick<Scope, 'em'>, { programId, sourcePartnerId, targetPartnerId }: Merge): Promise<void> {
  await em.execute(`update activity_log set resource_id = ? where program_id = ? and resource_type = 'partner' and resource_id = ?`, [
    targetPartnerId,
    programId,
    sourcePartnerId,
  ])
}

/** Links of the source in the program become links of the target, with its tenantId. Triggers move their totals. */
export const moveLinksToPartner = (
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { programId, sourcePartnerId, targetPartnerId }: Merge,
): Promise<ChangedLink[]> =>
  em.execute(
    `update links set partner_id = ?, updated_at = ?,
       tenant_id = coalesce((select tenant_id from enrolments where program_id = ? and partner_id = ?), tenant_id)
     where program_id = ? and partner_id = ?
     returning id, workspace_id as "workspaceId", domain, lookup_key as "lookupKey"`,
    [targetPartnerId, now(), programId, targetPartnerId, programId, sourcePartnerId],
  )

export interface PartnerIdentity {
  id: string
  tenantId: string | null
  email: string | null
}

/** Source and target, as the webhook event contains them. */
export async function partnerIdentities(
  { em }: Pick<Scope, 'em'>,
  { programId, sourcePartnerId, targetPartnerId }: Merge,
): Promise<(PartnerIdentity | undefined)[]> {
  const rows: PartnerIdentity[] = await em.execute(
    `select p.id, e.tenant_id as "tenantId", p.email from partners p
     left join enrolments e on e.partner_id = p.id and e.program_id = ? where p.id in (?, ?)`,
    [programId, sourcePartnerId, targetPartnerId],
  )
  return [sourcePartnerId, targetPartnerId].map((id) => rows.find((row) => row.id === id))
}

export async function uncountPartner({ em }: Pick<Scope, 'em'>, workspaceId: string): Promise<void> {
  await em.execute('update workspaces set partners_usage = greatest(partners_usage - 1, 0) where id = ?', [workspaceId])
}

const profileColumns = ['image', 'description', 'country', 'company_name', 'default_payout_method', 'payouts_enabled_at']
const uniqueColumns = ['paypal_email', 'stripe_connect_id', 'stripe_recipient_id']
const filled = [...profileColumns, ...uniqueColumns, 'payout_method_hash', 'crypto_wallet_address', 'tremendous_email', 'invoice_settings']

/**
 * Ends the account of the source: the target gets what its own profile lacks, and the address and the username of the source become free.
 * Runs any number of times.
 */
export async function retirePartner(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { sourcePartnerId, targetPartnerId }: Omit<Merge, 'programId'>,
): Promise<void> {
  const [source]: Record<string, unknown>[] = await em.execute(
    `select ${filled.join(', ')} from partners where id = ? and merged_into_id is null for no key update`,
    [sourcePartnerId],
  )
  if (!source) return
  await em.execute(
    `update partners set email = null, username = null, merged_into_id = ?, updated_at = ?,
       ${uniqueColumns.map((column) => `${column} = null`).join(', ')} where id = ?`,
    [targetPartnerId, now(), sourcePartnerId],
  )
  await em.execute(
    `update partners set ${filled.map((column) => `${column} = coalesce(partners.${column}, source.${column})`).join(', ')}, updated_at = ?
     from jsonb_populate_record(null::partners, ?::jsonb) as source where partners.id = ?`,
    [now(), JSON.stringify(source), targetPartnerId],
  )
  await em.execute(
    `insert into partner_platforms select (jsonb_populate_record(f, jsonb_build_object('partner_id', ?::text))).* from partner_platforms f
     where f.partner_id = ? on conflict do nothing`,
    [targetPartnerId, sourcePartnerId],
  )
}
