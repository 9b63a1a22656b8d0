import type pg from 'pg'
import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'

/** How long a process may still accept a host that was blocked meanwhile. */
const refreshMs = seconds(10)
const cached = new WeakMap<pg.Pool, { at: number; hosts: Promise<string[]> }>()

/** Hosts that the operator blocked. */
export function blockedHosts(pool: pg.Pool): Promise<string[]> {
  const known = cached.get(pool)
  if (known && performance.now() - known.at < refreshMs) return known.hosts
  const hosts = pool.query<{ host: string }>('select host from blocked_hosts').then(({ rows }) => rows.map(({ host }) => host))
  cached.set(pool, { at: performance.now(), hosts })
  // A failed request is not remembered.
  hosts.catch(() => cached.delete(pool))
  return hosts
}

/** Keeps links on shared domains from leading to the host. */
export async function blockHost({ em, now }: Pick<Scope, 'em' | 'now'>, host: string): Promise<void> {
  await em.execute('insert into blocked_hosts (host, created_at) values (?, ?) on conflict do nothing', [host, now()])
}
