import test from 'ava'
import { throttleAnonymousLink } from '../../../shared/accounts/index.js'
import { extendScope, openScope } from '../../../shared/kernel/scope.js'
import { silentLog, testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())

const from = (address: string) =>
  extendScope(openScope({ resources: service.resources, log: silentLog, requestId: 'req_test' }), { workspace: null, actor: null, address })

test('an address can create ten anonymous links per day, counted separately from other addresses', async (t) => {
  for (let count = 0; count < 10; count++) await throttleAnonymousLink(from('192.0.2.1'))
  t.like(await t.throwsAsync(throttleAnonymousLink(from('192.0.2.1'))), { code: 'rate_limit_exceeded', message: 'Too many requests.' })
  await t.notThrowsAsync(throttleAnonymousLink(from('192.0.2.2')))
})

test('IPv6 addresses of one /64 network share a limit', async (t) => {
  for (let count = 0; count < 10; count++) await throttleAnonymousLink(from(`2001:db8:0:1::${count}`))
  await t.throwsAsync(throttleAnonymousLink(from('2001:db8:0:1:ffff::1')))
  await t.notThrowsAsync(throttleAnonymousLink(from('2001:db8:0:2::1')))
})
