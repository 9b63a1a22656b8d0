/** A DNS server on loopback with the records of a test. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface DnsRecords {
  A?: string[]
  AAAA?: string[]
  CNAME?: string
  TXT?: string[]
  /** Whether the name is the apex of a zone. */
  SOA?: true
}

export interface TestDns {
  /** For DNS_SERVERS. */
  address: string
  /** Records by name. Tests change them like a domain owner. */
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
  let offset = 12
  for (let length = query[offset] as number; length > 0; length = query[offset] as number) {
    labels.push(query.toString('ascii', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  const name = labels.join('.').toLowerCase()
  const type = (Object.keys(types) as Type[]).find((one) => types[one] === query.readUInt16BE(offset + 1))
  const answers = type ? answersFor(name, type, zone) : []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(zone.has(name) ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  return Buffer.concat([header, query.subarray(12, offset + 5), ...answers])
}

/** Answers like a resolver: the alias first, then the records of its target. */
function answersFor(name: string, type: Type, zone: TestDns['zone']): Buffer[] {
  const { CNAME, ...records } = zone.get(name) ?? {}
  if (CNAME && type !== 'CNAME') return [record(name, 'CNAME', encodeName(CNAME)), ...answersFor(CNAME, type, zone)]
  if (type === 'CNAME') return CNAME ? [record(name, 'CNAME', encodeName(CNAME))] : []
  if (type === 'SOA')
    return records.SOA
      ? [record(name, 'SOA', Buffer.concat([encodeName('ns.example'), encodeName('host.example'), Buffer.alloc(20, 1)]))]
      : []
  return (records[type] ?? []).map((value) => record(name, type, dataOf(type, value)))
}

function record(name: string, type: Type, data: Buffer): Buffer {
  const fixedFields = Buffer.alloc(10)
  fixedFields.writeUInt16BE(types[type], 0)
  fixedFields.writeUInt16BE(1, 2)
  fixedFields.writeUInt32BE(60, 4)
  fixedFields.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), fixedFields, data])
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
