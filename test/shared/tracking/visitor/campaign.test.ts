import test from 'ava'
import { campaignOf } from '../../../../shared/tracking/visitor/campaign.js'

test('values of campaigns have no spaces at their edges', (t) => {
  const { utm_source, utm_medium, utm_campaign } = campaignOf('https://a.example/?utm_source=%20mail+&utm_medium=a+b&utm_campaign=+')
  t.deepEqual([utm_source, utm_medium, utm_campaign], ['mail', 'a b', ''])
})
