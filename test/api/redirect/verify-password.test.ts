import test from 'ava'
import { cookieNames, passwordProof } from '../../../api/redirect/cookies.js'
import { verifyPassword } from '../../../api/redirect/verify-password.js'
import { openPool } from '../../../shared/kernel/db/pool.js'
import { postgresStore } from '../../../shared/kernel/store/postgres-store.js'
import type { ShortLivedStore } from '../../../shared/kernel/store/short-lived-store.js'
import { openVault } from '../../../shared/kernel/vault.js'
import { type LinkRecord } from '../../../shared/links/index.js'
import { sealPassword } from '../../../shared/links/link-password.js'
import { linkRecord } from '../../support/link-record.js'
import { silentLog, testService } from '../../support/service.js'

const vault = openVault(['0'.repeat(64)])
const protectedLink = (id: string) => linkRecord({ id, sealedPassword: sealPassword({ vault }, id, 'sesame') })
const verifier = (store: ShortLivedStore, link: LinkRecord) => (query: string, cookie?: string) =>
  verifyPassword({ cookies: cookieNames('svc_id'), store, log: silentLog, vault }, link, { query, cookie, ip: '203.0.113.7' })

test('while the store is unavailable, rejects passwords in the query but accepts the password cookie', async (t) => {
  const unreachablePool = openPool({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' }, () => undefined)
  const link = protectedLink('link_1')
  const verify = verifier(
    postgresStore(unreachablePool, () => undefined),
    link,
  )
  t.false(await verify('pw=sesame'))
  t.true(await verify('', `svc_password_${link.id}=${passwordProof(link)}`))
})

test('a visitor who sends thirty wrong passwords at once has no more guesses', async (t) => {
  const service = await testService()
  t.teardown(() => service.close())
  const guesses = (link: LinkRecord, wrong: number) => {
    const verify = verifier(service.resources.store, link)
    return Promise.all([...Array.from({ length: wrong }, (_, at) => verify(`pw=no-${at}`)), verify('pw=sesame')])
  }
  t.true((await guesses(protectedLink('link_few'), 10)).at(-1))
  t.false((await guesses(protectedLink('link_many'), 30)).at(-1))
})
