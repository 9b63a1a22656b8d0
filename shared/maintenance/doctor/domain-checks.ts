/** DNS records and certificates of the short domains. */
import { connect } from 'node:tls'
import { days, seconds } from '../../kernel/time.js'
import { dnsResolver, lookUpDns, lookUpTarget, verificationStatus } from '../../links/index.js'
import type { DoctorContext, Finding } from './checks.js'
import { domainsInUse } from './doctor.queries.js'

/** More would take long; the job `links.verify-domains` checks all of them every hour. */
const maxDomains = 100
const concurrency = 10

export async function checkDomains({ config, pool, now }: DoctorContext): Promise<Finding[]> {
  const rows = await domainsInUse(pool, maxDomains)
  if (rows.length === 0) return [{ state: 'good', found: 'no workspace has a domain of its own' }]
  const resolver = dnsResolver(config.dnsServers)
  const findings: Finding[] = []
  for (let start = 0; start < rows.length; start += concurrency)
    findings.push(...(await Promise.all(rows.slice(start, start + concurrency).map((domain) => checkDomain(domain)))))
  if (rows.length === maxDomains) findings.push({ state: 'good', found: `only the first ${maxDomains} domains were checked` })
  return findings

  async function checkDomain({ id, slug }: { id: string; slug: string }): Promise<Finding> {
    try {
      const [dns, target] = await Promise.all([lookUpDns(resolver, slug), lookUpTarget(config, resolver)])
      const status = verificationStatus({ id, slug }, dns, target)
      if (status !== 'Valid Configuration')
        return { state: 'bad', found: `${slug}: ${status}`, advice: `GET /domains/${slug}/verify shows the DNS records to set.` }
    } catch (error) {
      return {
        state: 'warning',
        found: `${slug}: ${(error as Error).message}`,
        advice: 'Check the DNS servers of this machine (DNS_SERVERS).',
      }
    }
    return config.baseUrl.startsWith('https:') ? certificateFinding(slug, now()) : { state: 'good', found: `${slug}: DNS is right` }
  }
}

async function certificateFinding(slug: string, now: Date): Promise<Finding> {
  const expires = await certificateExpiry(slug)
  if (typeof expires === 'string')
    return { state: 'bad', found: `${slug}: ${expires}`, advice: 'Let the proxy in front of the service get a certificate for the domain.' }
  const found = `${slug}: DNS is right, certificate until ${expires.toISOString().slice(0, 10)}`
  if (expires.getTime() - now.getTime() > days(14)) return { state: 'good', found }
  return { state: 'warning', found, advice: 'Renew the certificate; see why the proxy does not renew it by itself.' }
}

/** Only for names whose DNS points to this installation. When the certificate expires, or why there is none that browsers accept. */
function certificateExpiry(host: string): Promise<Date | string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: 443, servername: host, timeout: seconds(5) }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('error', (error) => resolve(`no valid certificate (${error.message})`))
    socket.on('timeout', () => {
      resolve('port 443 does not answer')
      socket.destroy()
    })
  })
}
