import test from 'ava'
import { isPublicAddress } from '../../../../shared/kernel/http-client/public-address.js'

for (const address of [
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
]) {
  test(`${address} is public`, (t) => t.true(isPublicAddress(address)))
}

const notPublic: Record<string, string[]> = {
  'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
  'a private network': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'the local link': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0'],
  'a carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'a metadata service': [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd20:ce::254',
  ],
  'a multicast group': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'a reserved range': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '240.0.0.1',
    '192.88.99.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '4000::1',
    '5f00::1',
  ],
  'embedded IPv4 ranges': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::808:808',
    '2001:0:7f00:1::',
  ],
  'no IP range': ['', 'localhost', 'example.com', '1.2.3', '999.1.1.1', '[::1]'],
}
for (const [owner, addresses] of Object.entries(notPublic)) {
  for (const address of addresses) test(`${address || 'the empty text'} belongs to ${owner}`, (t) => t.false(isPublicAddress(address)))
}
