import test from 'ava'
import { countAnonymousLink } from '../../../shared/accounts/index.js'
import { extendScope, openScope } from '../../../shared/kernel/scope.js'
import { silent, testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())

const from = (address: string) =>
  extendScope(openScope({ resources: service.resources, log: silent, requestId: 'req_test' }), { workspace: null, actor: null, address })

test('an address may create ten links a day without a workspace, and another address its own ten', async (t) => {
  for (let count = 0; count < 10; count++) await countAnonymousLink(from('192.0.2.1'))
  t.like(await t.throwsAsync(countAnonymousLink(from('192.0.2.1'))), { code: 'rate_limit_exceeded', message: 'Too many requests.' })
  await t.notThrowsAsync(countAnonymousLink(from('192.0.2.2')))
})

test('a line with many IPv6 addresses has one share', async (t) => {
  for (let count = 0; count < 10; count++) await countAnonymousLink(from(`2001:db8:0:1::${count}`))
  await t.throwsAsync(countAnonymousLink(from('2001:db8:0:1:ffff::1')))
  await t.notThrowsAsync(countAnonymousLink(from('2001:db8:0:2::1')))
})
