import test from 'ava'
import { cookieNames, passwordProof } from '../../../api/redirect/cookies.js'
import { verifyPassword } from '../../../api/redirect/verify-password.js'
import { openPool } from '../../../shared/kernel/db/pool.js'
import { postgresStore } from '../../../shared/kernel/store/postgres-store.js'
import { openVault } from '../../../shared/kernel/vault.js'
import { sealPassword } from '../../../shared/links/link-password.js'
import { linkRecord } from '../../support/link-record.js'
import { silentLog } from '../../support/service.js'

test('while the store is unavailable, rejects passwords in the query but accepts the password cookie', async (t) => {
  const unreachablePool = openPool({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' }, () => undefined)
  const vault = openVault(['0'.repeat(64)])
  const context = { cookies: cookieNames('svc_id'), store: postgresStore(unreachablePool, () => undefined), log: silentLog, vault }
  const link = linkRecord({ sealedPassword: sealPassword({ vault }, 'link_1', 'sesame') })
  const verify = (query: string, cookie?: string) =>
    verifyPassword(context, link, { method: 'GET', path: '/spring', query, userAgent: '', referer: '', ip: '203.0.113.7', cookie })
  t.false(await verify('pw=sesame'))
  t.true(await verify('', `svc_password_${link.id}=${passwordProof(link)}`))
})
