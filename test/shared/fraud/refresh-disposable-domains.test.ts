import test from 'ava'
import { isListedDomain } from '../../../shared/fraud/detection/disposable-domains.queries.js'
import { runJobByName } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { testService } from '../../support/service.js'

test('the fetched list replaces the former one, and an empty or failed fetch keeps it', async (t) => {
  const published = { status: 200, text: '# disposable\nThrown.example\n\nonce.example\n' }
  const source = await loopbackServer(t, (_, response) => {
    response.statusCode = published.status
    response.end(published.text)
  })
  const { resources, close } = await testService({
    DISPOSABLE_EMAIL_DOMAINS_URL: `${source.origin}/domains.txt`,
    ALLOW_PRIVATE_TARGETS: 'true',
  })
  t.teardown(close)
  const refresh = () => runJobByName(resources, 'fraud.refresh-disposable-domains')
  const listed = (domain: string) => isListedDomain({ em: resources.database.orm.em.fork() }, domain)

  await refresh()
  t.true(await listed('thrown.example'))
  t.true(await listed('box.once.example'))
  t.false(await listed('notonce.example'))

  published.text = 'once.example'
  await refresh()
  t.deepEqual([await listed('thrown.example'), await listed('once.example')], [false, true])

  for (const changes of [{ text: 'no list' }, { text: 'other.example', status: 503 }]) {
    Object.assign(published, changes)
    await t.throwsAsync(refresh)
    t.true(await listed('once.example'))
  }
})
