/** Rules of domain verification: the required DNS records, and the status derived from the records found. Pure. */
import { digestJson } from '../../kernel/hash.js'
import type { Domain } from '../domain.entity.js'

export const verificationStatuses = [
  'Valid Configuration',
  'Invalid Configuration',
  'Conflicting DNS Records',
  'Pending Verification',
  'Domain Not Found',
  'Unknown Error',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

export interface DnsRecords {
  /** Whether the name or an enclosing zone exists. */
  exists: boolean
  /** Whether the name is a zone apex, where a CNAME record is not allowed. */
  isApex: boolean
  cname: string[]
  addresses: string[]
  txt: string[]
}

/** Host that short domains must point to. */
export interface DnsTarget {
  name: string
  addresses: string[]
}

export interface RequiredDnsRecord {
  type: 'TXT' | 'CNAME' | 'A' | 'AAAA' | 'ALIAS'
  name: string
  value: string
  /** Values found now. */
  found: string[]
  isRight: boolean
}

/** Name of the TXT record that proves ownership. */
export const ownershipRecordName = (slug: string) => `_tributary.${slug}`

/** Value of the ownership record. It is shown only to the workspace that added the domain, so publishing it proves control of the DNS. */
export const ownershipToken = ({ id, slug }: Pick<Domain, 'id' | 'slug'>) =>
  `tributary-verification=${digestJson(['domain ownership', id, slug])}`

function pointsToTarget({ cname, addresses }: DnsRecords, target: DnsTarget): 'yes' | 'no' | 'partly' {
  if (cname.includes(target.name)) return 'yes'
  const matching = addresses.filter((address) => target.addresses.includes(address))
  if (matching.length === 0) return 'no'
  return matching.length === addresses.length ? 'yes' : 'partly'
}

export function verificationStatus(
  domain: Pick<Domain, 'id' | 'slug'>,
  dns: DnsRecords,
  target: DnsTarget,
): Exclude<VerificationStatus, 'Unknown Error'> {
  if (!dns.exists) return 'Domain Not Found'
  const pointing = pointsToTarget(dns, target)
  if (pointing === 'partly') return 'Conflicting DNS Records'
  if (!dns.txt.includes(ownershipToken(domain))) return 'Pending Verification'
  return pointing === 'yes' ? 'Valid Configuration' : 'Invalid Configuration'
}

/** The records that must exist, each with the values found now. */
export function requiredDnsRecords(domain: Pick<Domain, 'id' | 'slug'>, dns: DnsRecords, target: DnsTarget): RequiredDnsRecord[] {
  const token = ownershipToken(domain)
  const ownership: RequiredDnsRecord = {
    type: 'TXT',
    name: ownershipRecordName(domain.slug),
    value: token,
    found: dns.txt,
    isRight: dns.txt.includes(token),
  }
  const isRight = pointsToTarget(dns, target) === 'yes'
  if (!dns.isApex)
    return [ownership, { type: 'CNAME', name: domain.slug, value: target.name, found: [...dns.cname, ...dns.addresses], isRight }]
  // Without known addresses, only the ALIAS record type of some DNS providers can point an apex to the service.
  if (target.addresses.length === 0)
    return [ownership, { type: 'ALIAS', name: domain.slug, value: target.name, found: dns.addresses, isRight }]
  return [
    ownership,
    ...target.addresses.map((value): RequiredDnsRecord => ({
      type: value.includes(':') ? 'AAAA' : 'A',
      name: domain.slug,
      value,
      found: dns.addresses,
      isRight,
    })),
  ]
}
