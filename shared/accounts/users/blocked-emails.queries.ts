import type { Scope } from '../../kernel/scope.js'

const domainOf = (email: string) => email.slice(email.lastIndexOf('@'))

/** Keeps an address, and on request all addresses of its domain, from signing up. */
export async function blockEmail(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  email: string,
  { wholeDomain }: { wholeDomain: boolean },
): Promise<void> {
  const values = [email.toLowerCase(), ...(wholeDomain ? [domainOf(email.toLowerCase())] : [])]
  await em.execute(
    'insert into blocked_emails (email, created_at) select jsonb_array_elements_text(?::jsonb), ?::timestamptz on conflict do nothing',
    [JSON.stringify(values), now()],
  )
}

export async function isEmailBlocked({ em }: Pick<Scope, 'em'>, email: string): Promise<boolean> {
  const lower = email.toLowerCase()
  const rows = await em.execute('select 1 from blocked_emails where email in (?, ?) limit 1', [lower, domainOf(lower)])
  return rows.length > 0
}
