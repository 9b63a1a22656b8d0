/** Whether a domain is set up: what its DNS should say, and what is made of what it says. Pure. */
import { digest } from '../../kernel/contract.js'
import type { Domain } from '../domain.entity.js'

export const domainStatuses = [
  'Valid Configuration',
  'Invalid Configuration',
  'Conflicting DNS Records',
  'Pending Verification',
  'Domain Not Found',
  'Unknown Error',
] as const
export type DomainSetup = (typeof domainStatuses)[number]

export interface DnsFacts {
  /** Whether the name, or a zone above it, exists at all. */
  exists: boolean
  /** Whether a zone begins there, which leaves no room for a CNAME record. */
  isApex: boolean
  cname: string[]
  addresses: string[]
  txt: string[]
}

/** Where short domains must lead. */
export interface Target {
  name: string
  addresses: string[]
}

export interface WantedRecord {
  type: 'TXT' | 'CNAME' | 'A' | 'AAAA' | 'ALIAS'
  name: string
  value: string
  /** What stands there now. */
  found: string[]
  isRight: boolean
}

const ownershipName = (slug: string) => `_tributary.${slug}`

/** Only whoever has the domain here is shown this text, so only the owner of its DNS who is the same can publish it. */
export const ownershipText = ({ id, slug }: Pick<Domain, 'id' | 'slug'>) =>
  `tributary-verification=${digest(['domain ownership', id, slug])}`

/** The name under which the ownership record stands. */
export const ownershipRecordOf = ownershipName

const sorts = (found: readonly string[], right: readonly string[]) => ({
  right: found.filter((one) => right.includes(one)),
  wrong: found.filter((one) => !right.includes(one)),
})

function leadsHere({ cname, addresses }: DnsFacts, target: Target): 'yes' | 'no' | 'partly' {
  if (cname.includes(target.name)) return 'yes'
  const { right, wrong } = sorts(addresses, target.addresses)
  if (right.length === 0) return 'no'
  return wrong.length === 0 ? 'yes' : 'partly'
}

export function domainSetupOf(domain: Pick<Domain, 'id' | 'slug'>, facts: DnsFacts, target: Target): Exclude<DomainSetup, 'Unknown Error'> {
  if (!facts.exists) return 'Domain Not Found'
  const leads = leadsHere(facts, target)
  if (leads === 'partly') return 'Conflicting DNS Records'
  if (!facts.txt.includes(ownershipText(domain))) return 'Pending Verification'
  return leads === 'yes' ? 'Valid Configuration' : 'Invalid Configuration'
}

/** The records that have to be created, each with what stands in its place. */
export function recordsFor(domain: Pick<Domain, 'id' | 'slug'>, facts: DnsFacts, target: Target): WantedRecord[] {
  const text = ownershipText(domain)
  const ownership: WantedRecord = {
    type: 'TXT',
    name: ownershipName(domain.slug),
    value: text,
    found: facts.txt,
    isRight: facts.txt.includes(text),
  }
  const isRight = leadsHere(facts, target) === 'yes'
  if (!facts.isApex)
    return [ownership, { type: 'CNAME', name: domain.slug, value: target.name, found: [...facts.cname, ...facts.addresses], isRight }]
  // Without a known address only a provider's own kind of alias can follow the service.
  if (target.addresses.length === 0)
    return [ownership, { type: 'ALIAS', name: domain.slug, value: target.name, found: facts.addresses, isRight }]
  return [
    ownership,
    ...target.addresses.map((value): WantedRecord => ({
      type: value.includes(':') ? 'AAAA' : 'A',
      name: domain.slug,
      value,
      found: facts.addresses,
      isRight,
    })),
  ]
}
