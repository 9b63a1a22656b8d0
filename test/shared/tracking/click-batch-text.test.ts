import test from 'ava'
import { decodeClickBatch, encodeClickBatch } from '../../../shared/tracking/click-batch-text.js'
import { ClickBatch, RawClick } from '../../../shared/tracking/click-batch.js'
import { batchOf, rawClick } from '../../support/clicks.js'

const link = { id: 'link_1', workspaceId: 'ws_1', domain: 'go.example', key: 'sale' }
const location = { continent: 'EU', country: 'DE', region: 'DE-BE', city: 'Berlin', latitude: '52.5', longitude: '13.4' }
const decode = (text: string) => ClickBatch.parse(decodeClickBatch(text))

test('a batch is the same after it was encoded and decoded, whatever its clicks contain', (t) => {
  const texts = ['', ' ', '"', '\\', '\\n', '\t', '\n', '\r\n', '\0', '\u001f', '","', '"],["', 'é', '😀', '\u2028', 'a"b\\c\td\ne']
  const clicks = texts.flatMap((text) => [
    rawClick(link, { id: text, domain: text, key: text, url: text, ip: text, ua: text, referer: text }),
    rawClick(link, { returning: true, location: { ...location, city: text } }),
  ])
  const batch = batchOf(clicks, {
    excluded: [{ workspaceId: 'ws_1', linkId: 'link_1', day: '2026-01-01', reason: 'head', count: 2 }],
  })
  t.deepEqual(decode(encodeClickBatch(batch)), batch)
})

test('every property of a click is encoded', (t) => {
  const click = rawClick(link, { returning: true, location })
  t.deepEqual(Object.keys(click).toSorted(), Object.keys(RawClick.shape).toSorted())
  t.deepEqual(decode(encodeClickBatch(batchOf([click]))).clicks, [click])
})

test('a batch without clicks, and one that a former version queued as JSON, are decoded', (t) => {
  const batch = batchOf([])
  t.deepEqual(decode(encodeClickBatch(batch)), batch)
  const former = batchOf([rawClick(link, { ua: 'a\tb\n' }), rawClick(link)])
  t.deepEqual(decode(JSON.stringify(former)), former)
})

test('text that is no batch, or a damaged one, is refused', (t) => {
  const text = encodeClickBatch(batchOf([rawClick(link)]))
  for (const damaged of ['', 'none', 'null', '{}', text.slice(1), text.slice(0, -8), `${text},`, text.replace('",', ',')])
    t.throws(() => decode(damaged), undefined, damaged)
})
