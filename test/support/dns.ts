/** A DNS server on loopback that knows what the test tells it, and nothing else. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface DnsRecords {
  A?: string[]
  AAAA?: string[]
  CNAME?: string
  TXT?: string[]
  /** Whether a zone begins at the name. */
  SOA?: true
}

export interface TestDns {
  /** For DNS_SERVERS. */
  address: string
  /** By name; a test changes it as an owner would. */
  zone: Map<string, DnsRecords>
  close(): Promise<void>
}

const types = { A: 1, CNAME: 5, SOA: 6, TXT: 16, AAAA: 28 } as const
type Type = keyof typeof types

export async function testDns(): Promise<TestDns> {
  const zone = new Map<string, DnsRecords>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query, zone), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function answerTo(query: Buffer, zone: TestDns['zone']): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  const name = labels.join('.').toLowerCase()
  const asked = (Object.keys(types) as Type[]).find((one) => types[one] === query.readUInt16BE(at + 1))
  const answers = asked ? answersFor(name, asked, zone) : []
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(zone.has(name) ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, query.subarray(12, at + 5), ...answers])
}

/** As a resolver answers: the alias first, then what stands behind it. */
function answersFor(name: string, asked: Type, zone: TestDns['zone']): Buffer[] {
  const { CNAME, ...records } = zone.get(name) ?? {}
  if (CNAME && asked !== 'CNAME') return [record(name, 'CNAME', encodeName(CNAME)), ...answersFor(CNAME, asked, zone)]
  if (asked === 'CNAME') return CNAME ? [record(name, 'CNAME', encodeName(CNAME))] : []
  if (asked === 'SOA')
    return records.SOA
      ? [record(name, 'SOA', Buffer.concat([encodeName('ns.example'), encodeName('host.example'), Buffer.alloc(20, 1)]))]
      : []
  return (records[asked] ?? []).map((value) => record(name, asked, dataOf(asked, value)))
}

function record(name: string, type: Type, data: Buffer): Buffer {
  const middle = Buffer.alloc(10)
  middle.writeUInt16BE(types[type], 0)
  middle.writeUInt16BE(1, 2)
  middle.writeUInt32BE(60, 4)
  middle.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), middle, data])
}

const encodeName = (name: string) =>
  Buffer.concat([...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])])

function dataOf(type: Type, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'AAAA')
    return Buffer.from(
      value
        .split(':')
        .map((part) => part.padStart(4, '0'))
        .join(''),
      'hex',
    )
  return Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])
}
