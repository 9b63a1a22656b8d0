/** SQL of the fetched list of domains whose addresses are thrown away after use. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/** Replaces the list. */
export async function storeDisposableDomains({ em }: Pick<Scope, 'em'>, domains: readonly string[]): Promise<void> {
  const list = arrayLiteral(domains)
  await em.execute('delete from disposable_email_domains where domain <> all (?::text[])', [list])
  await em.execute('insert into disposable_email_domains (domain) select unnest(?::text[]) on conflict do nothing', [list])
}

/** Whether the list holds the domain, or one above it. */
export async function isListedDomain({ em }: Pick<Scope, 'em'>, domain: string): Promise<boolean> {
  const parts = domain.split('.')
  const candidates = parts.map((_, index) => parts.slice(index).join('.'))
  const rows = await em.execute('select 1 from disposable_email_domains where domain = any (?::text[]) limit 1', [arrayLiteral(candidates)])
  return rows.length > 0
}
