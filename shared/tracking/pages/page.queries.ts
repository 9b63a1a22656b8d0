import type pg from 'pg'
import type { Referral } from './page-input.schema.js'

export async function findAllowedHosts(pool: pg.Pool, workspaceId: string): Promise<string[] | null> {
  const { rows } = await pool.query<{ hosts: string[] | null }>('select allowed_hostnames as hosts from workspaces where id = $1', [
    workspaceId,
  ])
  return rows[0]?.hosts ?? null
}

/** The partner of a link, as far as visitors may see it, and the discount that the partner may offer. */
export async function findReferral(pool: pg.Pool, { programId, partnerId }: { programId: string; partnerId: string }): Promise<Referral> {
  const { rows } = await pool.query<Referral>({
    name: 'referral-of-link',
    text: `
      select jsonb_build_object('id', p.id, 'name', p.name, 'image', p.image)
          || jsonb_strip_nulls(jsonb_build_object('groupId', e.group_id, 'tenantId', e.tenant_id)) as partner,
        case when d.id is not null then jsonb_build_object('id', d.id, 'amount', d.amount, 'type', d.type, 'maxDuration', d.max_duration,
          'couponId', d.coupon_id, 'couponTestId', d.coupon_test_id) end as discount
      from enrolments e join partners p on p.id = e.partner_id left join discounts d on d.id = e.discount_id
      where e.program_id = $1 and e.partner_id = $2`,
    values: [programId, partnerId],
  })
  return rows[0] ?? { partner: null, discount: null }
}
