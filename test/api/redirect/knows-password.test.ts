import test from 'ava'
import { cookieNames, passwordMark } from '../../../api/redirect/cookies.js'
import { knowsPassword } from '../../../api/redirect/knows-password.js'
import { openPool } from '../../../shared/kernel/plain-pool.js'
import { postgresStore } from '../../../shared/kernel/store/postgres.js'
import { linkRecord } from '../../support/link-record.js'
import { silent } from '../../support/service.js'

test('while nobody counts wrong passwords none in an address is believed, but the mark of a right one is', async (t) => {
  const away = openPool({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' }, () => undefined)
  const context = { cookies: cookieNames('svc_id'), store: postgresStore(away, () => undefined), log: silent }
  const link = linkRecord({ password: 'sesame' })
  const knows = (query: string, cookie?: string) =>
    knowsPassword(context, link, { method: 'GET', path: '/spring', query, userAgent: '', referer: '', ip: '203.0.113.7', cookie })
  t.false(await knows('pw=sesame'))
  t.true(await knows('', `svc_password_${link.id}=${passwordMark(link)}`))
})
