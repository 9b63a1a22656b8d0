import test from 'ava'
import { readLink } from '../../../shared/links/link-row.js'
import { linkOfRow } from '../../../shared/links/link.entity.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('readLink returns the same link as the entity manager', async (t) => {
  const workspace = await service.make.workspace()
  const full = {
    geo: { DE: 'https://example.de' },
    testVariants: [
      { url: 'https://a.example', percentage: 50 },
      { url: 'https://b.example', percentage: 50 },
    ],
    clicks: 7,
    saleAmount: 5_000_000_000,
    lastClicked: new Date('2026-05-01T10:00:00.123Z'),
    expiresAt: new Date('2027-01-01'),
    utm_source: 'newsletter',
    archived: true,
  }
  for (const values of [{ clicks: 0 }, full]) {
    const { id } = await service.make.link(workspace, values)
    const em = service.resources.database.orm.em.fork()
    const [row]: object[] = await em.execute('select * from links where id = ?', [id])
    const read = readLink(row as object)
    t.deepEqual(read, { ...linkOfRow(em, row as object) })
    t.like(read, values)
  }
})
