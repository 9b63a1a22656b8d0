import test from 'ava'
import { clientSubnet } from '../../../shared/kernel/client-subnet.js'

for (const [address, subnet] of [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
] as const) {
  test(`${address} belongs to ${subnet}`, (t) => t.is(clientSubnet(address), subnet))
}
